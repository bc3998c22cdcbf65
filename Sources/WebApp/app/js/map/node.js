// One device or sector on the map: a button with a disc, its marks and its label.

import { glyphPath } from '../icons.js';
import { svg, html } from './elements.js';

/// A disc is drawn in a box of this many units, whatever its size in pixels.
const UNITS = 38;

const LINK_MARKS = {
  wired: 'M21.5-3.5h4.5v7h-4.5z',
  wifi: 'M22-4a6 6 0 0 1 0 8M25.5-6.5a9.5 9.5 0 0 1 0 13',
};

export class MapNode {
  #face = '';
  #label = '';
  #isGrowing = false;
  #moved = '';
  #parts;

  #arcs;
  #arc = null;

  /// `arcs` is the layer below the nodes that holds what turns, so that nodes stay one layer.
  constructor(key, arcs) {
    this.key = key;
    this.#arcs = arcs;
    const parts = {
      fill: svg('circle', { class: 'map-fill', r: 18.25 }),
      share: svg('circle', { class: 'map-share', r: 22, pathLength: 100, transform: 'rotate(-90)' }),
      glyph: svg('path', { class: 'map-glyph' }),
      mark: svg('path', { class: 'map-mark' }),
      dot: html('span', 'map-dot'),
      lines: [html('bdi', 'map-name'), html('bdi', 'map-name'), html('bdi', 'map-detail')],
    };
    const disc = svg('svg', {
      class: 'map-disc', viewBox: `${-UNITS / 2} ${-UNITS / 2} ${UNITS} ${UNITS}`,
      'aria-hidden': 'true', focusable: 'false',
    });
    disc.append(parts.mark, parts.share, parts.fill, parts.glyph);
    parts.label = html('span', 'map-label');
    parts.label.setAttribute('aria-hidden', 'true');
    parts.label.append(...parts.lines);
    this.element = html('button', 'map-node');
    this.element.type = 'button';
    this.element.tabIndex = -1;
    this.element.dataset.key = key;
    const body = html('span', 'map-body');
    body.append(disc, parts.dot);
    this.element.append(body, parts.label);
    this.#parts = parts;
  }

  /// Shows an item's face; writes only where it has changed.
  show(item, face, size, towardsCentre) {
    const turned = Math.round((towardsCentre * 180) / Math.PI);
    const told = JSON.stringify([face, size, turned, item.isHub, item.isOpen]);
    if (told === this.#face) return;
    this.#face = told;
    const { element } = this;
    const { fill, glyph, mark, share } = this.#parts;
    element.dataset.kind = face.kind;
    element.dataset.state = face.state;
    if (item.device) element.dataset.id = item.device.id;
    if (item.device) element.dataset.slot = item.device.slot;
    element.classList.toggle('is-hub', Boolean(item.isHub));
    element.classList.toggle('is-sector', Boolean(item.members));
    element.classList.toggle('is-new', face.isNew);
    element.classList.toggle('is-unsure', face.isUnsure);
    element.style.setProperty('--size', `${size}px`);
    this.#turn(face.isProbing, item.members ? size * 1.2 : size, Boolean(item.isHub));
    element.setAttribute('aria-label', face.words);
    if (item.members) element.setAttribute('aria-expanded', String(Boolean(item.isOpen)));
    glyph.setAttribute('d', glyphPath(face.kind));
    fill.setAttribute('pathLength', '60');
    mark.setAttribute('d', LINK_MARKS[face.link] ?? '');
    mark.setAttribute('class', `map-mark is-${face.link ?? 'none'}`);
    mark.setAttribute('transform', `rotate(${turned})`);
    share.setAttribute('stroke-dasharray', face.share ? `${face.share * 100} 100` : '0 100');
  }

  /// The arc around a device that is being asked.
  #turn(isOn, size, isHub) {
    if (!isOn) {
      this.#arc?.remove();
      this.#arc = null;
      return;
    }
    if (!this.#arc) {
      this.#arc = html('span', 'map-arc');
      this.#arc.append(html('span', 'map-turn'));
      this.#arc.style.transform = this.#moved;
      this.#arcs.append(this.#arc);
    }
    this.#arc.classList.toggle('is-hub', isHub);
    this.#arc.style.setProperty('--size', `${size}px`);
  }

  /// Puts the centre at a place; `grown` tells how far it has grown, 0…1.
  moveTo(x, y, grown) {
    const size = grown < 1 ? ` scale(${(0.3 + 0.7 * grown).toFixed(3)})` : '';
    const moved = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${size}`;
    if (moved !== this.#moved) this.element.style.transform = moved;
    this.#moved = moved;
    if (this.#arc) this.#arc.style.transform = moved;
    if (grown < 1 || this.#isGrowing) {
      this.#isGrowing = grown < 1;
      this.element.style.opacity = grown < 1 ? Math.min(1, grown * 2).toFixed(2) : '';
    }
  }

  /// Shows a label, `{lines, detail, side, x, y, width}` relative to the centre; `null` hides it.
  label(place) {
    const told = place ? JSON.stringify(place) : '';
    if (told === this.#label) return;
    this.#label = told;
    const { label, lines: [first, second, third] } = this.#parts;
    label.classList.toggle('is-shown', Boolean(place));
    if (!place) return;
    const { lines, detail, side, x, y, width } = place;
    first.textContent = lines[0];
    second.textContent = lines[1] ?? '';
    third.textContent = detail;
    second.hidden = lines.length < 2;
    third.hidden = !detail;
    label.dataset.side = side;
    label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    label.style.setProperty('--label-width', `${width}px`);
  }

  mark(isChosen, isNear, isRoving) {
    const { element } = this;
    element.classList.toggle('is-chosen', isChosen);
    element.classList.toggle('is-near', isNear);
    element.tabIndex = isRoving ? 0 : -1;
    if (isChosen) element.setAttribute('aria-current', 'true');
    else element.removeAttribute('aria-current');
  }

  /// Fades away, then leaves the page.
  leave(isCalm) {
    this.element.classList.add('is-leaving');
    this.element.inert = true;
    this.#turn(false);
    setTimeout(() => this.element.remove(), isCalm ? 150 : 220);
  }
}
