// Response times as smoke: the middle coloured by what was lost, the spread around it, losses behind. Pure.

import { chartOf, lossOf } from '../history/points.js';

/// The classes of loss: how much at most, by the colours of the stylesheet.
export const CLASSES = [
  { name: 'none', most: 0 }, { name: 'few', most: 0.01 }, { name: 'some', most: 0.05 }, { name: 'many', most: 0.1 },
  { name: 'quarter', most: 0.25 }, { name: 'half', most: 0.5 }, { name: 'most', most: 1 - 1e-9 }, { name: 'all', most: 1 },
];

/// The class of a share of loss.
export const classOf = (share) => CLASSES.find(({ most }) => share <= most)?.name ?? 'all';

/// The smoke in a box of `width` × `height`: `{top, band, middles: [{name, d}], losses: [{name, x, width}]}`.
///
/// Each middle is a line over its part of time, joined with its neighbours; losses are grounds as high as the box.
export function smokeOf(points, { from, to, width, height }) {
  const { top, band, losses } = chartOf(points, { from, to, width, height });
  const x = (time) => Number(((Math.min(Math.max(time, from), to) - from) / (to - from) * width).toFixed(1));
  const y = (value) => Number((height - Math.min(1, Math.max(0, value / top)) * height).toFixed(1));
  const parts = new Map();
  let last = null;
  for (const one of points) {
    if (one.middle === null) {
      last = null;
      continue;
    }
    const name = classOf(lossOf(one) ?? 0);
    const isNext = last !== null && one.from - last.to < (one.to - one.from) / 2;
    // Up or down from the one before, then along.
    const start = isNext ? `M${x(one.from)} ${y(last.middle)}V${y(one.middle)}` : `M${x(one.from)} ${y(one.middle)}`;
    parts.set(name, `${parts.get(name) ?? ''}${start}H${x(one.to)}`);
    last = one;
  }
  return {
    top, band,
    middles: CLASSES.filter(({ name }) => parts.has(name)).map(({ name }) => ({ name, d: parts.get(name) })),
    losses: losses.map((one) => ({ name: classOf(one.share), x: one.x, width: one.width })),
  };
}

/// The classes of loss that some points have, in order, none left out.
export function usedClasses(points) {
  const used = new Set(points.filter(({ n }) => n > 0).map((one) => classOf(lossOf(one))));
  return CLASSES.map(({ name }) => name).filter((name) => used.has(name));
}
