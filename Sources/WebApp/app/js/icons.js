// The glyph of each kind; a placeholder until they are drawn.

/// An `<svg class="glyph">` of 24 × 24 units in the text's colour, hidden from screen readers.
export function glyph(kind) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.dataset.glyph = kind;
  return svg;
}
