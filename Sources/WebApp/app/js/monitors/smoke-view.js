// Response times drawn as smoke in the history's chart.

import { GAP, HEIGHT, LOSS_HEIGHT, shape, WIDTH } from '../history/chart.js';
import { t } from '../i18n/i18n.js';
import { smokeOf, usedClasses } from './smoke.js';

/// Draws points: the grounds of losses, the spread, and the middle by the colours of loss.
export function paintSmoke(points, { from, to }) {
  const { top, band, middles, losses } = smokeOf(points, { from, to, width: WIDTH, height: HEIGHT });
  return {
    top,
    shapes: [
      ...losses.map(({ name, x, width }) => shape('rect', { class: `smoke-ground is-${name}`, x, width, y: 0, height: HEIGHT + GAP + LOSS_HEIGHT })),
      shape('path', { class: 'chart-band', d: band }),
      ...middles.map(({ name, d }) => shape('path', { class: `smoke-middle is-${name}`, d })),
    ],
  };
}

/// The legend: the classes of loss that there are.
export const smokeKeys = (points) => usedClasses(points).map((name) => ({ key: `smoke-${name}`, words: t(`monitors.loss.${name}`) }));
