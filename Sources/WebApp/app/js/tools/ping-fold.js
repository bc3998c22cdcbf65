// A ping as it stands: what its progress and its report come to. Pure.

const DECIDED = new Set(['reply', 'lost', 'late', 'error', 'not_sent']);

/// Takes progress by `take`, at last the report by `finish`; `hosts` is each host as it stands.
export function pingFold() {
  const hosts = new Map();
  const state = { hosts, report: null, notes: [] };

  function host(name, address = null) {
    if (!hosts.has(name)) hosts.set(name, { host: name, address, method: null, packets: [], errors: [], final: null });
    return hosts.get(name);
  }

  function take(progress) {
    if (progress.event === 'unavailable') state.notes.push(progress.reason);
    if (progress.host === null || progress.host === undefined) {
      if (progress.method) state.method = progress.method;
      return;
    }
    const one = host(progress.host, progress.address);
    if (progress.event === 'duplicate' || progress.event === 'port') return;
    const packet = one.packets[progress.sequence] ?? {};
    // What came late was given up before.
    one.packets[progress.sequence] = {
      ...packet, state: progress.event, rtt: progress.rtt_ms ?? packet.rtt ?? null,
      ttl: progress.ttl ?? packet.ttl ?? null, reason: progress.reason ?? null,
    };
  }

  function finish(report) {
    state.report = report;
    for (const target of report.targets) {
      const one = host(target.host, target.address);
      Object.assign(one, { address: target.address, method: target.method, errors: target.errors, final: target });
    }
  }

  return { state, take, finish };
}

/// The figures of a host: the report's where there is one, else what its packets come to.
export function pingFigures(one) {
  if (one.final) {
    const { sent, received, loss, rtt_ms: rtt } = one.final;
    return { sent, received, loss, min: rtt?.min ?? null, avg: rtt?.avg ?? null, max: rtt?.max ?? null, jitter: rtt?.jitter ?? null };
  }
  const decided = one.packets.filter((packet) => packet && DECIDED.has(packet.state));
  const times = decided.filter((packet) => packet.state === 'reply').map((packet) => packet.rtt);
  const sent = decided.length;
  const figures = { sent, received: times.length, loss: sent === 0 ? null : (sent - times.length) / sent };
  if (times.length === 0) return { ...figures, min: null, avg: null, max: null, jitter: null };
  let changes = 0;
  for (let index = 1; index < times.length; index += 1) changes += Math.abs(times[index] - times[index - 1]);
  return {
    ...figures, min: Math.min(...times), max: Math.max(...times),
    avg: times.reduce((sum, time) => sum + time, 0) / times.length,
    jitter: times.length > 1 ? changes / (times.length - 1) : 0,
  };
}

/// How a host does, in one word: `waiting`, `good`, `lossy`, `silent`, `unknown`.
export function pingState(one, isOver) {
  if (one.final && one.final.address === null) return 'unknown';
  const { sent, received, loss } = pingFigures(one);
  if (sent === 0) return isOver ? 'silent' : 'waiting';
  if (received === 0) return 'silent';
  return loss > 0 ? 'lossy' : 'good';
}

/// A round number that all values are below: 1, 2, 5, 10, 20…
export function niceTop(value) {
  if (!(value > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * size).find((top) => top >= value);
}

/// The bars of a sparkline in a box of 100 × 100: one a packet, room for all that are to come.
export function pingBars(packets, expected) {
  const count = Math.max(expected ?? 0, packets.length, 1);
  const width = 100 / count;
  const times = packets.filter((packet) => packet && packet.rtt !== null && packet.rtt !== undefined).map((packet) => packet.rtt);
  const top = niceTop(Math.max(0, ...times));
  const slim = Math.min(width * 0.7, 2.4);
  const bars = [];
  packets.forEach((packet, index) => {
    if (!packet || packet.state === 'sent') return;
    const isReply = packet.state === 'reply';
    bars.push({
      index, x: index * width + (width - slim) / 2, width: slim, state: isReply ? 'reply' : packet.state === 'late' ? 'late' : 'lost',
      height: isReply ? Math.max(3, (100 * packet.rtt) / top) : 100, rtt: packet.rtt,
    });
  });
  return { bars, top };
}
