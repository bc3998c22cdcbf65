// The map's fixed elements: the world that is panned, its layers, and the controls above it.

import { html, svg } from './elements.js';
import { Links } from './links.js';

const CONTROLS = {
  in: 'M12 6v12M6 12h12',
  out: 'M6 12h12',
  reset: 'M4.5 9.5V4.5h5M14.5 4.5h5v5M19.5 14.5v5h-5M9.5 19.5h-5v-5',
  back: 'M14.5 5.5 8 12l6.5 6.5',
};

/// Builds the layers inside `element`.
///
/// `t` gives the controls' words, which `name()` puts in (again, where the language has changed);
/// `actions` are what the controls do: `in`, `out`, `reset`, `back`.
export function setStage(element, t, actions) {
  const links = new Links();
  const pulse = html('span', 'map-pulse');
  const glow = html('span', 'map-glow');
  const nodes = html('div', 'map-nodes');
  nodes.setAttribute('role', 'group');
  const world = html('div', 'map-world');
  const arcs = html('div', 'map-arcs');
  // Still things first and together, then what moves by itself, then the nodes: so each of the
  // three is one layer.
  world.append(glow, links.element, pulse, arcs, nodes);

  const controls = html('div', 'map-controls');
  const buttons = {};
  for (const name of ['in', 'out', 'reset']) {
    buttons[name] = control(name, actions[name]);
    controls.append(buttons[name]);
  }
  buttons.back = control('back', actions.back);
  const title = html('span', 'map-title');
  buttons.back.append(title);
  buttons.back.classList.add('map-back');
  buttons.back.hidden = true;
  const note = html('p', 'map-note');
  note.hidden = true;
  element.classList.add('map');
  element.replaceChildren(world, buttons.back, note, controls);

  const name = () => {
    const words = { in: t('map.zoomIn'), out: t('map.zoomOut'), reset: t('map.whole') };
    for (const [key, text] of Object.entries(words)) {
      buttons[key].setAttribute('aria-label', text);
      buttons[key].title = text;
    }
    title.textContent = t('map.back');
    nodes.setAttribute('aria-label', t('map.label'));
  };
  let edge = { a: 0, b: 0 };
  let corner = { x: 0, y: 0 };
  /// Moves the whole world, and stretches what is drawn.
  const panTo = (x, y, stretch) => {
    const scale = stretch === 1 ? '' : ` scale(${stretch.toFixed(4)})`;
    const moved = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale}`;
    if (world.style.transform !== moved) world.style.transform = moved;
  };
  /// Puts the world's origin into the middle, on a whole pixel, and lays the grid.
  const layOut = ({ width, height }, ellipse) => {
    world.style.left = `${Math.round(width / 2)}px`;
    world.style.top = `${Math.round(height / 2)}px`;
    edge = ellipse;
    links.lay(ellipse);
    corner = { x: controls.offsetLeft, y: controls.offsetTop };
    if (controls.offsetWidth === 0) corner = { x: width, y: height };
  };
  /// Scales what is no device: the lines, the grid and the scan's ring.
  const zoomTo = (zoom) => {
    links.zoom(zoom);
    const [x, y] = [edge.a, edge.b].map((axis) => ((axis * 1.15 * zoom) / 200).toFixed(3));
    pulse.style.transform = `scale(${x}, ${y})`;
  };
  /// Draws all discs but the hub's at a share of their size.
  let drawn = 1;
  const scaleDiscs = (scale) => {
    if (scale === drawn) return;
    drawn = scale;
    nodes.classList.toggle('is-crowded', scale < 0.75);
    for (const layer of [arcs, nodes]) layer.style.setProperty('--scale', scale);
  };
  /// What there is besides devices: a centre, an open sector, devices that only the list has.
  const tell = ({ hasHub, isOpen, missing }) => {
    element.classList.toggle('has-hub', hasHub);
    buttons.back.hidden = !isOpen;
    note.hidden = missing === 0;
    note.textContent = missing ? t('map.missing', { count: missing }) : '';
  };
  /// Which controls would change anything.
  const allow = (can) => {
    for (const key of ['in', 'out', 'reset']) buttons[key].disabled = !can[key];
  };
  /// What the controls cover of the whole map, relative to its middle.
  const covered = ({ width: w, height: h }, isOpen) => [
    { left: corner.x - w / 2 - 6, right: w / 2, top: corner.y - h / 2 - 6, bottom: h / 2 },
    // The way to the past.
    { left: w / 2 - 60, right: w / 2, top: -h / 2, bottom: -h / 2 + 60 },
    ...(isOpen ? [{ left: -w / 2, right: -w / 2 + 150, top: -h / 2, bottom: -h / 2 + 64 }] : []),
  ];
  return {
    nodes, arcs, links, name, panTo, zoomTo, layOut, scaleDiscs, tell, allow, covered,
  };
}

function control(name, action) {
  const button = html('button', 'map-control');
  button.type = 'button';
  const icon = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' });
  icon.append(svg('path', { d: CONTROLS[name] }));
  button.append(icon);
  button.addEventListener('click', action);
  return button;
}
