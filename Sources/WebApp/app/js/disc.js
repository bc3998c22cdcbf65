// The disc of a device: its kind by colour and glyph, its state by how it is filled.

import { h } from './dom.js';
import { glyph } from './icons.js';
import { kindOf } from './model/device.js';

// Below that the kind is a guess, and looks like one.
const SURE = 0.5;

/// Makes or updates a disc.
export function paintDisc(device, disc = h('span', { class: 'disc', 'aria-hidden': 'true' })) {
  const kind = kindOf(device);
  if (disc.dataset.kind !== kind) {
    disc.dataset.kind = kind;
    disc.replaceChildren(glyph(kind));
  }
  disc.dataset.state = device.state;
  const isGuess = device.category !== 'unknown' && !device.user_category && device.confidence < SURE;
  disc.toggleAttribute('data-unsure', isGuess);
  disc.toggleAttribute('data-probing', Boolean(device.probing));
  return disc;
}
