// Round trips and losses as a chart: its scale, its lines, what is at a moment. Pure.

/// The next round number: 1, 2 or 5 times a power of ten.
export function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  // Powers below one have no exact form.
  return Number((factor * power).toPrecision(1));
}

const finite = (value) => (Number.isFinite(value) ? value : null);
const count = (value) => (Number.isFinite(value) && value > 0 ? value : 0);

/// The points of an answer within `from` and `to`, in order: `{from, to, n, lost, unknown, low, middle, high, most}`,
/// values null where nothing was answered. `n` counts the checks that were made, lost ones among them.
export function pointsOf(points, { from, to, step }) {
  const found = [];
  for (const one of points ?? []) {
    const start = Date.parse(one?.time);
    // Spans are counted from 1970: the first begins before what is shown, and its end is shown.
    if (!(start + step > from && start < to)) continue;
    found.push({
      from: start, to: start + step, n: count(one.n), lost: Math.min(count(one.lost), count(one.n)), unknown: count(one.unknown),
      low: finite(one.min), middle: finite(one.p50), high: finite(one.p95), most: finite(one.max),
    });
  }
  return found.sort((a, b) => a.from - b.from);
}

/// The share that was lost; null where nothing was asked.
export const lossOf = ({ n, lost }) => (n > 0 ? lost / n : null);

// Above that a rare outlier would press all the rest to the ground.
const OUTLIER = 0.98;

/// The top of the scale: what nearly all of the high values reach at most.
export function scaleOf(points) {
  const highs = points.map(({ high, middle }) => high ?? middle).filter((value) => value !== null).sort((a, b) => a - b);
  if (highs.length === 0) return 1;
  return roundUp(highs[Math.min(highs.length - 1, Math.floor(highs.length * OUTLIER))]);
}

const short = (value) => Number(value.toFixed(1));

/// The runs of points that follow each other without a gap and have a value.
function runsOf(points) {
  const runs = [];
  let run = null;
  for (const point of points) {
    const isNext = run !== null && point.from - run.at(-1).to < (point.to - point.from) / 2;
    if (point.middle === null) run = null;
    else if (isNext) run.push(point);
    else runs.push(run = [point]);
  }
  return runs;
}

/// The chart in a box of `width` × `height`: `{top, line, band, losses: [{x, width, share}]}`.
///
/// `line` is the middle round trip, `band` from the least to that which 95 % don't exceed, both as path data.
export function chartOf(points, { from, to, width, height }) {
  const top = scaleOf(points);
  const x = (time) => short((Math.min(Math.max(time, from), to) - from) / (to - from) * width);
  const y = (value) => short(height - Math.min(1, Math.max(0, value / top)) * height);
  const middleOf = (one) => x((one.from + one.to) / 2);
  const runs = runsOf(points);
  const line = runs.map((run) => {
    const path = run.map((one) => `${middleOf(one)} ${y(one.middle)}`).join('L');
    // A point alone is a dot.
    return run.length === 1 ? `M${path}h0.1` : `M${path}`;
  }).join('');
  const band = runs.map((run) => {
    const up = run.map((one) => `${middleOf(one)} ${y(one.high ?? one.middle)}`);
    const down = run.toReversed().map((one) => `${middleOf(one)} ${y(one.low ?? one.middle)}`);
    return `M${[...up, ...down].join('L')}Z`;
  }).join('');
  const losses = points.filter((one) => one.lost > 0).map((one) => ({
    x: x(one.from), width: Math.max(2, short(x(one.to) - x(one.from))), share: lossOf(one),
  }));
  return { top, line, band, losses };
}

/// Everything in short: `{n, lost, least, middle, most}`; the middle is the median of the points' own.
export function inShort(points) {
  const answered = points.filter(({ middle }) => middle !== null);
  const middles = answered.map(({ middle }) => middle).sort((a, b) => a - b);
  const of = (key, pick) => (answered.length === 0 ? null : answered.reduce((best, one) => pick(best, one[key] ?? one.middle), answered[0][key] ?? answered[0].middle));
  return {
    n: points.reduce((sum, { n }) => sum + n, 0),
    lost: points.reduce((sum, { lost }) => sum + lost, 0),
    least: of('low', Math.min), middle: middles[Math.floor(middles.length / 2)] ?? null, most: of('most', Math.max),
  };
}
