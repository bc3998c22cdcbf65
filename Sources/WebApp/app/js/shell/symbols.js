// The signs of the app's own controls: strokes on a grid of 24.

const PATHS = {
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6L6 18',
  settings: 'M4 8h7M17 8h3M14 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M4 16h3M13 16h7M10 13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3',
  refresh: 'M19 12a7 7 0 1 1-2.2-5.1M19.2 3.8v4h-4',
  chevron: 'M6.5 9.5l5.5 5 5.5-5',
  map: 'M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M12 9.5V6M9.9 13.3L6.5 16M14.1 13.3L17.5 16M12 3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M5.3 15.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M18.7 15.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3',
  devices: 'M9.5 6.5h10M9.5 12h10M9.5 17.5h10M5 6.5h.01M5 12h.01M5 17.5h.01',
  warning: 'M12 4.5l8.5 15h-17zM12 10.5v4M12 17h.01',
  offline: 'M4 4l16 16M8.5 15a5 5 0 0 1 6 0M5.5 11.5A9.5 9.5 0 0 1 9 9.3M18.5 11.5a9.5 9.5 0 0 0-6-2.7M12 18.5h.01',
  hide: 'M4 4l16 16M9.5 6.4A9 9 0 0 1 12 6c5 0 8 4 9 6a14 14 0 0 1-2.8 3.5M14 17.7a8 8 0 0 1-2 .3c-5 0-8-4-9-6a14 14 0 0 1 3.3-3.9',
  show: 'M3 12c1-2 4-6 9-6s8 4 9 6c-1 2-4 6-9 6s-8-4-9-6M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  forget: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7',
  open: 'M13.5 5H19v5.5M19 5l-8 8M16.5 14v5H5V7.5h5',
  sort: 'M7.5 5v14M4.5 16l3 3 3-3M16.5 19V5M13.5 8l3-3 3 3',
  tools: 'M14.8 6.2a3.8 3.8 0 0 1 4.9-1.5l-2.4 2.4 1.9 1.9 2.2-2.3a3.8 3.8 0 0 1-5.2 4.6L9 18.5a2 2 0 0 1-2.9-2.9l7.2-7.1a3.8 3.8 0 0 1 1.5-2.3zM7.6 17h.01',
  pulse: 'M3 12.5h4l2.5-6.5 4 12.5 2.8-6H21',
  route: 'M6 16.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M18 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M8 18.5h7a3.3 3.3 0 0 0 0-6.6H9a3.3 3.3 0 0 1 0-6.4h7',
  ports: 'M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM7.5 15.5v-4h2v-2h5v2h2v4z',
  certificate: 'M7.5 10.5V8a4.5 4.5 0 0 1 9 0v2.5M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM12 14.5v2.5',
  names: 'M4 5.5h16v5H4zM4 13.5h16v5H4zM7.5 8h.01M7.5 16h.01M11 8h5.5M11 16h5.5',
  stethoscope: 'M6 4H4.5v5a4 4 0 0 0 8 0V4H11M8.5 13v2.5a5 5 0 0 0 10 0V13M18.5 8.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4',
  owner: 'M12 4a3.8 3.8 0 1 1 0 7.6A3.8 3.8 0 0 1 12 4M4.5 20a7.5 7.5 0 0 1 15 0',
  globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M3.7 12h16.6M12 3.5c4.5 4.8 4.5 12.2 0 17-4.5-4.8-4.5-12.2 0-17',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4.2l2.8 1.8',
  copy: 'M9 8.5h9.5V20H9zM6 15.5H5V4h9.5v1.5',
  history: 'M4 12a8 8 0 1 0 2.6-5.9M4.2 3.8v3.7h3.7M12 8v4.2l2.8 1.8',
  timeline: 'M6 4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M6 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M6 17a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M6 7v3.5M6 13.5V17M11 5.5h8.5M11 12h6M11 18.5h8.5',
  play: 'M8 5.5v13l10-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  home: 'M4 11.5l8-7 8 7M6.5 10v9h11v-9M10 19v-5h4v5',
};

const SVG = 'http://www.w3.org/2000/svg';

/// An `<svg class="symbol">`, hidden from screen readers.
export function symbol(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'symbol');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/// Puts each symbol where the page has a place for it: `data-symbol="…"`.
export function placeSymbols(root) {
  for (const element of root.querySelectorAll('[data-symbol]')) {
    element.prepend(symbol(element.dataset.symbol));
  }
}
