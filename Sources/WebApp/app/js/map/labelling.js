// The labels' words, sizes and places, from the items on the map.

import { placeLabels } from './labels.js';
import { firstWords, inTwoLines, shortened, tidied } from './text.js';

/// From this zoom on a label has its second line.
export const DETAIL_ZOOM = 1.4;

/// The widest label in lines of text; a phone's map has less room.
const NARROW = 7.2;
const WIDE = 9;

/// The widest shortest form of a name, in lines of text.
const SHORT = 5;

export class Labelling {
  #places = new Map();
  #cut = new Map();
  #measurer = null;

  /// Forgets what was measured where the font has changed.
  use(measurer) {
    if (this.#measurer?.key !== measurer.key) this.#cut.clear();
    this.#measurer = measurer;
  }

  /// The labels that fit, by key: `{lines, detail, side, x, y, width}`.
  ///
  /// `actors` are `{key, x, y, disc, name, detail, isDetailed, priority}` on the zoomed map.
  place(actors, { zoom, size, obstacles = [] }) {
    const isWide = size.width >= 700;
    const widest = this.#measurer.lineHeight * (isWide ? WIDE : NARROW);
    const forms = new Map();
    const items = actors.map((actor) => {
      const { key, x, y, disc, priority, bounds } = actor;
      const hasDetail = zoom >= DETAIL_ZOOM || actor.isDetailed;
      // Sectors are few, and their words are long in some languages.
      const most = actor.isSector ? this.#measurer.lineHeight * WIDE : widest;
      forms.set(key, this.#formsOf(actor.name, hasDetail ? actor.detail : '', most));
      return { key, x, y, disc, priority, bounds, forms: forms.get(key), previous: this.#places.get(key) };
    });
    const reach = Math.max(1, zoom) / 2;
    const bounds = {
      left: -size.width * reach + 4, right: size.width * reach - 4,
      top: -size.height * reach + 4, bottom: size.height * reach - 4,
    };
    this.#places = placeLabels(items, bounds, obstacles);
    const labels = new Map();
    for (const [key, place] of this.#places) {
      labels.set(key, { ...forms.get(key)[place.form], ...place });
    }
    return labels;
  }

  /// The forms of a label: with as few lines as its width allows, then narrower, then without its
  /// second line.
  #formsOf(name, detail, widest) {
    const key = `${Math.round(widest)} ${name}\n${detail}`;
    let forms = this.#cut.get(key);
    if (forms) return forms;
    const bold = (text) => this.#measurer.width(text, true);
    const plain = (text) => this.#measurer.width(text, false);
    const text = tidied(name);
    const second = detail ? shortened(tidied(detail), widest, plain) : '';
    const formOf = (wanted, shown) => {
      const lines = inTwoLines(text, wanted, bold);
      return {
        lines, detail: shown, width: Math.ceil(Math.max(...lines.map(bold), plain(shown))) + 2,
        height: Math.ceil(this.#measurer.lineHeight * (lines.length + (shown ? 1 : 0))),
      };
    };
    const narrow = bold(text) * 0.72;
    forms = [formOf(widest, second)];
    if (narrow < widest) forms.push(formOf(narrow, second));
    if (second) forms.push(...forms.map(({ lines }) => formOf(Math.max(...lines.map(bold)), '')));
    // Narrower is only better where it breaks between words and leaves nothing out.
    forms = forms.filter(({ lines }, index) => index === 0 || lines.length > 1
      || lines[0] === forms[0].lines[0]);
    // Where it is crowded the first words of the name are better than none.
    const start = firstWords(text, this.#measurer.lineHeight * SHORT, bold);
    if (start) {
      forms.push({
        lines: [start], detail: '', width: Math.ceil(bold(start)) + 2, height: Math.ceil(this.#measurer.lineHeight),
      });
    }
    if (!text) forms = [];
    if (this.#cut.size > 4000) this.#cut.clear();
    this.#cut.set(key, forms);
    return forms;
  }
}

/// The rank of an item's label: the centre, sectors, what is new, what is here, what is known.
export function priorityOf(item, face) {
  if (item.isHub) return 1e6;
  if (item.members) return 1e5 + item.members.length;
  const rank = (face.isNew ? 1e4 : 0) + ({ present: 100, asleep: 90 }[face.state] ?? 0)
    + (face.kind === 'unknown' ? 0 : 50);
  // Earlier slots first, so that the order is the same from one moment to the next.
  return rank + 1 / (2 + item.slot);
}
