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
  world.append(glow, pulse, links.element, nodes);

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
  };
  return { world, nodes, links, pulse, glow, controls, buttons, title, note, name };
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
