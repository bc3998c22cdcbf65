// One glyph of our own for each kind, as strokes on a 24 × 24 grid with round ends.
// A dot is a stroke of no length ("h.01").

const SVG = 'http://www.w3.org/2000/svg';

const GLYPHS = {
  router:
    'M4.5 14h15a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5v-3A1.5 1.5 0 0 1 4.5 14z' +
    'M7 17h.01M10.5 17h.01M12 14v-3.5M9 8.2a4.3 4.3 0 0 1 6 0M6.2 5.2a8.3 8.3 0 0 1 11.6 0',
  phone: 'M8.5 2.5h7A1.5 1.5 0 0 1 17 4v16a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 20V4a1.5 1.5 0 0 1 1.5-1.5zM11 18.3h2',
  tablet: 'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5zM18.3 12h.01',
  computer: 'M5.5 4.5h13A1.5 1.5 0 0 1 20 6v9.5H4V6a1.5 1.5 0 0 1 1.5-1.5zM2 19h20',
  speaker:
    'M7.5 2.5h9A1.5 1.5 0 0 1 18 4v16a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 20V4a1.5 1.5 0 0 1 1.5-1.5z' +
    'M12 18a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 7h.01',
  gaming:
    'M7.6 7.5h8.8a4.5 4.5 0 0 1 4.4 3.6l.8 4.2a2.4 2.4 0 0 1-4.2 2L15.3 15H8.7l-2.1 2.3a2.4 2.4 0 0 1-4.2-2l.8-4.2a4.5 4.5 0 0 1 4.4-3.6z' +
    'M8.5 9.8v3M7 11.3h3M15.3 10.7h.01M17 12.3h.01',
  tv_media: 'M4 4.5h16A1.5 1.5 0 0 1 21.5 6v9A1.5 1.5 0 0 1 20 16.5H4A1.5 1.5 0 0 1 2.5 15V6A1.5 1.5 0 0 1 4 4.5zM8 20h8',
  storage:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  printer: 'M7 8V3.5h10V8M7 16.5H4.5A1.5 1.5 0 0 1 3 15v-5.5A1.5 1.5 0 0 1 4.5 8h15A1.5 1.5 0 0 1 21 9.5V15a1.5 1.5 0 0 1-1.5 1.5H17M7 13h10v7.5H7z',
  smart_home: 'M9.3 18.3h5.4M10.5 21.5h3M9.3 15.3c0-1.9-3-2.9-3-6.8a5.7 5.7 0 0 1 11.4 0c0 3.9-3 4.9-3 6.8z',
  camera: 'M4 6.5h9.5A1.5 1.5 0 0 1 15 8v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5zM15 11l6.5-3.5v9L15 13',
  network: 'M9.5 3h5v5h-5zM3 16h5v5H3zM16 16h5v5h-5zM12 8v4M5.5 16v-4h13v4',
  voip: 'M5 3.5h3.3l1.7 4.4-2.1 1.7a12.6 12.6 0 0 0 6.5 6.5l1.7-2.1 4.4 1.7V19a2 2 0 0 1-2 2A16 16 0 0 1 3 5.5a2 2 0 0 1 2-2z',
  wearable: 'M12 17.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM9.3 6.8l.6-4.3h4.2l.6 4.3M9.3 17.2l.6 4.3h4.2l.6-4.3M12 9.7V12l1.5 1',
  appliance:
    'M5.5 2.5h13A1.5 1.5 0 0 1 20 4v16a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 20V4a1.5 1.5 0 0 1 1.5-1.5z' +
    'M12 18.3a4.3 4.3 0 1 0 0-8.6 4.3 4.3 0 0 0 0 8.6zM7.5 6h.01M10.5 6h.01',
  server:
    'M4.5 3.5h15A1.5 1.5 0 0 1 21 5v4a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 9V5a1.5 1.5 0 0 1 1.5-1.5z' +
    'M4.5 13.5h15A1.5 1.5 0 0 1 21 15v4a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 19v-4a1.5 1.5 0 0 1 1.5-1.5zM7 7h.01M7 17h.01M12 7h5M12 17h5',
  apple:
    'M12 8c-3.8-2.2-7.5.3-7.5 4.9 0 4.2 2.9 8.3 5.2 8.3 1 0 1.5-.4 2.3-.4s1.3.4 2.3.4c2.3 0 5.2-4.1 5.2-8.3C19.5 8.3 15.8 5.8 12 8zM12 8c0-2.7 1.3-4.5 3.5-5',
  unknown: 'M8.3 9a3.7 3.7 0 1 1 5.4 3.3c-1.2.6-1.7 1.3-1.7 2.7M12 19h.01',
};

/// The kinds that have a glyph of their own.
export const GLYPH_KINDS = Object.keys(GLYPHS);

/// The path data of a kind's glyph; of a kind that is not known, the unknown one's.
export function glyphPath(kind) {
  return Object.hasOwn(GLYPHS, kind) ? GLYPHS[kind] : GLYPHS.unknown;
}

/// An `<svg class="glyph">` of 24 × 24 units in the text's colour, hidden from screen readers.
export function glyph(kind) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    class: 'glyph', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
    'stroke-width': '1.8', 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    'aria-hidden': 'true', focusable: 'false',
  })) svg.setAttribute(name, value);
  svg.dataset.glyph = kind;
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', glyphPath(kind));
  svg.append(path);
  return svg;
}
