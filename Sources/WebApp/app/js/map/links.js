// The lines from the centre and the grid behind them, in one SVG that is scaled as a whole.

import { svg } from './elements.js';

/// The grid's rings, as shares of the ellipse, and how many spokes it has.
const RINGS = [0.35, 0.7, 1.05];
const SPOKES = 12;

export class Links {
  #grid = svg('g', { class: 'map-grid' });
  #lines = svg('g', { class: 'map-links' });
  #zoomed = svg('g');
  #byKey = new Map();

  constructor() {
    this.element = svg('svg', {
      class: 'map-lines', width: 1, height: 1, 'aria-hidden': 'true', focusable: 'false',
    });
    this.#zoomed.append(this.#grid, this.#lines);
    this.element.append(this.#zoomed);
  }

  /// Draws the grid anew for an ellipse.
  lay({ a, b }) {
    const rings = RINGS.map((share) => svg('ellipse', { rx: a * share, ry: b * share }));
    const spokes = Array.from({ length: SPOKES }, (_, index) => {
      const angle = (index / SPOKES) * 2 * Math.PI;
      const [x, y] = [a * Math.cos(angle), b * Math.sin(angle)];
      const at = (share) => ({ x: (x * share).toFixed(1), y: (y * share).toFixed(1) });
      const [from, to] = [at(RINGS[0]), at(RINGS.at(-1))];
      return svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    });
    this.#grid.replaceChildren(...rings, ...spokes);
  }

  zoom(zoom) {
    this.#zoomed.setAttribute('transform', `scale(${zoom.toFixed(4)})`);
  }

  /// Shows or changes a line's kind: `{link, state, isChosen, isNear, isFaint}`.
  show(key, { link, state, isChosen, isNear, isFaint }) {
    let line = this.#byKey.get(key);
    if (!line) {
      line = svg('line', { x1: 0, y1: 0, x2: 0, y2: 0 });
      this.#byKey.set(key, line);
      this.#lines.append(line);
    }
    const name = ['map-link', `is-${link ?? 'unknown'}`, `is-${state}`, isChosen && 'is-chosen',
      isNear && 'is-near', isFaint && 'is-faint'].filter(Boolean).join(' ');
    if (line.getAttribute('class') !== name) line.setAttribute('class', name);
  }

  /// Ends a line at a place of the unzoomed map.
  moveTo(key, x, y) {
    const line = this.#byKey.get(key);
    line?.setAttribute('x2', x.toFixed(1));
    line?.setAttribute('y2', y.toFixed(1));
  }

  remove(key) {
    this.#byKey.get(key)?.remove();
    this.#byKey.delete(key);
  }
}
