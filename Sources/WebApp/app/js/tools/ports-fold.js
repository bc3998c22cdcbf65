// A port scan as it stands. Pure.

/// Takes progress by `take`, at last the report by `finish`; `hosts` is each host with its open ports,
/// `unknown` those without an address.
export function portsFold() {
  const state = { progress: 0, hosts: new Map(), unknown: [], report: null };

  function host(address) {
    if (!state.hosts.has(address)) state.hosts.set(address, { host: address, address, ports: [], final: null });
    return state.hosts.get(address);
  }

  return {
    state,
    take({ progress, found }) {
      state.progress = Math.max(state.progress, Math.min(1, progress ?? 0));
      for (const { address, port, protocol } of found ?? []) {
        const one = host(address);
        if (one.ports.some((known) => known.port === port && known.protocol === protocol)) continue;
        one.ports.push({ port, protocol, state: 'open', service: null, version: null });
        one.ports.sort((left, right) => left.port - right.port);
      }
    },
    finish(report) {
      state.report = report;
      state.progress = 1;
      state.unknown = report.unknown ?? [];
      state.hosts = new Map(report.hosts.map((one) => [one.address, { ...one, final: one }]));
    },
  };
}

/// How many silent UDP ports get rows: where all are silent, thousands of rows would say no more.
const MOST_SILENT = 100;

/// The ports that get a row, in their order, and the silent UDP ports beyond them.
export function portsShown(ports) {
  const silent = ports.filter((port) => port.state === 'open|filtered');
  const shown = new Set(silent.slice(0, MOST_SILENT));
  return {
    rows: ports.filter((port) => port.state === 'open' || shown.has(port)),
    rest: silent.slice(MOST_SILENT).map((port) => port.port),
  };
}
