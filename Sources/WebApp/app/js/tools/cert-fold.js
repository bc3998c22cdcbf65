// What a certificate's report says, sorted for people. Pure.

/// Takes each version's answer by `take`, at last the report by `finish`.
export function certFold() {
  const state = { versions: new Map(), report: null };
  return {
    state,
    // Progress without a version tells how many cipher suites are found.
    take(answer) { if (answer.version) state.versions.set(answer.version, answer); },
    finish(report) {
      state.report = report;
      state.versions = new Map(report.versions.map((answer) => [answer.version, answer]));
    },
  };
}

/// The versions as they are known, newest first.
export const versionRows = (state) =>
  [...state.versions.values()].sort((one, other) => other.version.localeCompare(one.version));

/// How it is, in one word: `good`, `warn`, `bad`.
export function certState(report) {
  if (report.problems.some((problem) => problem.bad)) return 'bad';
  return report.problems.length > 0 ? 'warn' : 'good';
}

/// A name's parts: `CN=fritz.box,O=AVM` says most by its common name.
export function commonName(name) {
  const [, common] = /(?:^|,\s*)CN=((?:\\.|[^,\\])*)/.exec(name ?? '') ?? [];
  return (common ?? name ?? '').replace(/\\(.)/g, '$1');
}
