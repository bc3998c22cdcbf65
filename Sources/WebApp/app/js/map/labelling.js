// The labels' words, sizes and places, from the items on the map.

import { placeLabels } from './labels.js';
import { inTwoLines, shortened, tidied } from './text.js';

/// From this zoom on a label has its second line.
export const DETAIL_ZOOM = 1.4;

/// The widest label in lines of text; a phone's map has less room.
const NARROW = 7.2;
const WIDE = 9;

export class Labelling {
  #sides = new Map();
  #cut = new Map();
  #measurer = null;

  /// Forgets what was measured where the font has changed.
  use(measurer) {
    if (this.#measurer?.key !== measurer.key) this.#cut.clear();
    this.#measurer = measurer;
  }

  /// The labels that fit, by key: `{lines, detail, side, x, y, width}`.
  ///
  /// `actors` are `{key, x, y, disc, name, detail, priority}` on the zoomed map.
  place(actors, { zoom, size, obstacles = [] }) {
    const isWide = size.width >= 700;
    const widest = this.#measurer.lineHeight * (isWide ? WIDE : NARROW);
    const words = new Map();
    const items = actors.map((actor) => {
      const text = this.#fit(actor.name, zoom >= DETAIL_ZOOM || actor.isDetailed
        ? actor.detail : '', widest);
      words.set(actor.key, text);
      return {
        key: actor.key, x: actor.x, y: actor.y, disc: actor.disc, priority: actor.priority,
        width: text.width, height: text.height, previous: this.#sides.get(actor.key),
      };
    });
    const reach = Math.max(1, zoom) / 2;
    const bounds = {
      left: -size.width * reach + 4, right: size.width * reach - 4,
      top: -size.height * reach + 4, bottom: size.height * reach - 4,
    };
    const places = placeLabels(items, bounds, obstacles);
    this.#sides = new Map([...places].map(([key, { side }]) => [key, side]));
    const labels = new Map();
    for (const [key, place] of places) labels.set(key, { ...words.get(key), ...place });
    return labels;
  }

  #fit(name, detail, widest) {
    const key = `${Math.round(widest)} ${name}\n${detail}`;
    let fit = this.#cut.get(key);
    if (fit) return fit;
    const bold = (text) => this.#measurer.width(text, true);
    const plain = (text) => this.#measurer.width(text, false);
    const lines = inTwoLines(tidied(name), widest, bold);
    const second = detail ? shortened(tidied(detail), widest, plain) : '';
    const width = Math.max(...lines.map(bold), second ? plain(second) : 0);
    fit = {
      lines, detail: second, width: lines[0] ? Math.ceil(width) + 2 : 0,
      height: Math.ceil(this.#measurer.lineHeight * (lines.length + (second ? 1 : 0))),
    };
    if (this.#cut.size > 4000) this.#cut.clear();
    this.#cut.set(key, fit);
    return fit;
  }
}
