// A trace as it stands. Pure.

/// Takes progress by `take`, at last the report by `finish`.
export function traceFold() {
  const state = { hops: new Map(), end: null, report: null, method: null };
  return {
    state,
    take({ hop, end, beyond, method = null }) {
      // Another method begins from the first hop.
      if (state.method !== null && method !== state.method) {
        state.hops.clear();
        state.end = null;
      }
      state.method = method;
      if (beyond) state.hops.delete(hop.ttl);
      else state.hops.set(hop.ttl, hop);
      if (end) {
        state.end = hop.ttl;
        for (const ttl of [...state.hops.keys()]) if (ttl > hop.ttl) state.hops.delete(ttl);
      }
    },
    finish(report) {
      state.report = report;
      state.hops = new Map(report.hops.map((hop) => [hop.ttl, hop]));
      state.end = report.reached ? report.hops.at(-1)?.ttl ?? null : null;
    },
  };
}

/// The rows of the table: every hop up to the last that is known, those between as pending.
export function traceRows({ hops, report, end }, isOver = false) {
  const last = Math.max(0, ...hops.keys());
  const rows = [];
  for (let ttl = 1; ttl <= last; ttl += 1) {
    const hop = hops.get(ttl);
    // While it runs, or if it ended early, a hop is not known to be silent.
    rows.push(hop ?? { ttl, nodes: [], silent: true, sent: 0, received: 0, loss: 0, state: report ? 'silent' : isOver ? 'unknown' : 'waiting' });
  }
  return rows.map((hop) => ({ ...hop, isEnd: hop.ttl === end }));
}

/// The longest round trip, to which all bars are drawn.
export function traceScale(rows) {
  return Math.max(0.1, ...rows.flatMap((row) => row.nodes.map((node) => node.rtt_ms?.max ?? 0)));
}

/// Which streams took which way, and the hops at which ways differ: `{ ways: [{ streams, path }], differing }`.
///
/// A hop without an answer to a stream may equal any other's.
export function traceWays(flows) {
  const ways = [];
  for (const { flow, path } of flows ?? []) {
    const same = ways.find((way) => way.path.every((one, hop) => one === null || path[hop] === null || one === path[hop]));
    if (same) {
      same.streams.push(flow + 1);
      same.path = same.path.map((one, hop) => one ?? path[hop]);
    } else ways.push({ streams: [flow + 1], path: [...path] });
  }
  const length = Math.max(0, ...ways.map((way) => way.path.length));
  const differing = Array.from({ length }, (_, hop) => hop)
    .filter((hop) => new Set(ways.map((way) => way.path[hop]).filter((one) => one !== null)).size > 1);
  return { ways, differing };
}

/// What is known of the path MTU: a key of a sentence, and its values; null where it was not asked.
export function mtuFinding(mtu) {
  if (!mtu) return null;
  const { path, link, limits, black_hole: isHole } = mtu;
  const limit = limits?.at(-1);
  if (path === null) return ['trace.mtu.unknown', {}];
  if (isHole) return ['trace.mtu.hole', { mtu: path }];
  if (limit?.mtu === path) return ['trace.mtu.limited', { mtu: path, at: limit.address }];
  return [path === link ? 'trace.mtu.link' : 'trace.mtu.is', { mtu: path }];
}
