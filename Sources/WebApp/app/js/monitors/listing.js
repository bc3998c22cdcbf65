// All monitors, though an answer of the server has a bounded number of them. Pure.

// As many as an answer may have, and more answers than a home can fill.
const LIMIT = 1000;
const MOST_ANSWERS = 50;

/// Every monitor, each once, as `ask(method, path)` tells them; `first(some)` is called with the worst of them where
/// there are more than the first answer holds.
///
/// The rest is asked for by id: in the order of states, one whose state changes meanwhile could be missed.
export async function listAll(ask, first = () => {}) {
  const { monitors: worst = [], next } = await ask('GET', 'monitors');
  if (!next) return worst;
  first(worst);
  const found = new Map();
  let after = null;
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const place = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await ask('GET', `monitors?order=id&limit=${LIMIT}${place}`);
    for (const one of answer.monitors ?? []) found.set(one.id, one);
    if (!answer.next || answer.next === after) break;
    after = answer.next;
  }
  return [...found.values()];
}
