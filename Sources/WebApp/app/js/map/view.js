// The map of the home: composes scene, camera, actors, labels and elements, and runs the frames.
//
// Drawn with HTML and SVG rather than on a canvas: every device is a real button with a name, crisp
// at each zoom and in each theme by CSS alone, and a pan moves one layer. Past sixty devices kinds
// gather, so the page never holds more than a few hundred of them.

import { Actors } from './actors.js';
import { Camera } from './camera.js';
import { Frames } from './frames.js';
import { listenToGestures } from './gestures.js';
import { listenToKeys } from './keyboard.js';
import { Labelling, priorityOf } from './labelling.js';
import { radiiOf } from './lanes.js';
import { ellipseIn } from './layout.js';
import { measurerFor } from './measure.js';
import { MapNode } from './node.js';
import { EMPTY_SCENE, faceOf, keyOf, sceneOf } from './scene.js';
import { HUB_DISC, discScale, discSize, reachOf, spacingOf } from './sizes.js';
import { setStage } from './stage.js';
import { HOME_VIEW, isHome, keptInView, zoomedAbout } from './viewport.js';

/// Puts a map into an element.
///
/// `t(key, params)` gives words; `onSelect(id | null)` is told of a tap, `onHover(id | null)` of the
/// pointer.
export function createMap(element, { t, onSelect = () => {}, onHover = () => {} }) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const state = {
    size: { width: 0, height: 0 }, ellipse: { a: 0, b: 0 }, inset: 0,
    devices: new Map(), scene: EMPTY_SCENE, opened: null, radii: new Map(), faces: new Map(),
    chosen: null, hovered: null, listed: null, focused: null, before: null,
    scale: 1, marked: { chosen: null, near: null },
  };
  const nodes = new Map();
  const actors = new Actors();
  const labelling = new Labelling();
  const insets = () => ({ top: 0, right: 0, bottom: state.inset, left: 0 });
  const camera = new Camera(() => ({ size: state.size, insets: insets() }));

  const zoomBy = (factor) => {
    glide(zoomedAbout(camera.goal, factor, { x: 0, y: -state.inset / 2 }));
    return true;
  };
  const reset = () => {
    state.before = null;
    glide(HOME_VIEW);
    return true;
  };
  const stage = setStage(element, t, {
    in: () => zoomBy(1.5), out: () => zoomBy(1 / 1.5), reset, back: () => open(null),
  });

  const frames = new Frames({
    camera, actors, stage, nodes, ellipse: () => state.ellipse,
    onZoom: zoomTo, onLabels: label, onRest: rest,
  });

  // MARK: the scene

  function update(devices, status) {
    state.devices = devices;
    const isScanning = status?.scan?.state === 'running';
    element.classList.toggle('is-scanning', isScanning);
    stage.nodes.setAttribute('aria-label', t('map.label'));
    stage.name();
    rebuild();
  }

  function rebuild() {
    if (!state.size.width) return;
    state.scene = sceneOf(state.devices.values(), state.scene, state.opened);
    if (state.opened !== state.scene.opened) state.opened = state.scene.opened;
    const { scene } = state;
    const items = scene.hub ? [scene.hub, ...scene.items] : scene.items;
    state.radii = radiiIn(scene);
    const now = performance.now();
    actors.cast(items, state.radii, now, calm.matches);
    populate(items);
    stage.buttons.back.hidden = scene.opened === null;
    stage.note.hidden = scene.missing === 0;
    if (scene.missing) stage.note.textContent = t('map.missing', { count: scene.missing });
    element.classList.toggle('has-hub', Boolean(scene.hub));
    frames.relabel();
  }

  function radiiIn({ items, opened }) {
    if (opened !== null) return new Map(items.map(({ key, radius }) => [key, radius]));
    const disc = Math.max(0, ...items.map((item) =>
      reachOf(item, discSize(item, state.size, items.length))));
    return radiiOf(items, {
      ellipse: state.ellipse, clearance: disc + 5, hub: (HUB_DISC + disc) / 2 + 8,
      previous: state.radii,
    });
  }

  function populate(items) {
    const { a, b } = state.ellipse;
    const keys = new Set();
    state.faces.clear();
    for (const item of items) {
      const { key, angle } = item;
      keys.add(key);
      let node = nodes.get(key);
      if (!node) {
        node = new MapNode(key, stage.arcs);
        nodes.set(key, node);
        stage.nodes.append(node.element);
      }
      const face = faceOf(item, t);
      state.faces.set(key, face);
      const towards = Math.atan2(-b * Math.sin(angle), -a * Math.cos(angle));
      node.show(item, face, discSize(item, state.size, items.length), towards);
    }
    for (const [key, node] of nodes) {
      if (keys.has(key)) continue;
      nodes.delete(key);
      stage.links.remove(key);
      node.leave(calm.matches);
    }
    markAll();
  }

  /// The chosen, the hovered and the focused, and the lines.
  function markAll() {
    const { scene } = state;
    const chosen = keyOf(state.devices.get(state.chosen), scene);
    const near = keyOf(state.devices.get(state.listed), scene) ?? state.hovered;
    const roving = nodes.has(state.focused) ? state.focused
      : chosen ?? scene.hub?.key ?? scene.items[0]?.key;
    for (const [key, node] of nodes) {
      node.mark('is-chosen', key === chosen);
      node.mark('is-near', key === near);
      node.element.tabIndex = key === roving ? 0 : -1;
      if (key === scene.hub?.key) stage.links.remove(key);
      else {
        const { link, state: presence } = state.faces.get(key);
        stage.links.show(key, {
          link, state: presence, isChosen: key === chosen, isNear: key === near,
        });
      }
    }
    state.marked = { chosen, near };
    frames.relabel();
  }

  function open(kind) {
    const from = state.opened;
    state.opened = kind;
    state.before = null;
    camera.glide(HOME_VIEW, calm.matches);
    rebuild();
    const back = kind ?? from;
    const hasFocus = element.contains(document.activeElement) || document.activeElement === document.body;
    if (back && hasFocus) focus(`sector ${back}`);
    return from !== kind;
  }

  // MARK: frames

  const wake = () => frames.wake();

  function zoomTo(zoom) {
    const { scene, size, ellipse } = state;
    const count = scene.items.length;
    const disc = scene.items.length ? discSize(scene.items[0], size, count) : 40;
    const spacing = scene.opened ? spacingOf(count, ellipse) : Infinity;
    const scale = discScale(zoom, spacing, disc);
    if (scale !== state.scale) {
      state.scale = scale;
      stage.scaleDiscs(scale);
    }
  }

  function rest() {
    const { zoom } = camera.view;
    element.dataset.zoom = zoom.toFixed(2);
    element.classList.toggle('is-home', isHome(camera.view));
    stage.buttons.reset.disabled = isHome(camera.view);
    stage.buttons.in.disabled = zoom > 3.99;
    stage.buttons.out.disabled = zoom < 0.501;
  }

  function label() {
    const { zoom } = camera.view;
    const { scene, marked } = state;
    const items = scene.hub ? [scene.hub, ...scene.items] : scene.items;
    const shown = labelling.place(items.map((item) => {
      const goal = actors.goal(item.key, state.ellipse);
      const face = state.faces.get(item.key);
      const isTold = item.key === marked.chosen || item.key === marked.near
        || item.key === state.focused;
      const scale = item.isHub ? 1 : state.scale;
      return {
        key: item.key, x: goal.x * zoom, y: goal.y * zoom, name: face.name, detail: face.detail,
        disc: (reachOf(item, discSize(item, state.size, scene.items.length)) * scale) / 2,
        isDetailed: Boolean(item.members) || isTold,
        priority: isTold ? Infinity : priorityOf(item, face),
      };
    }), { zoom, size: state.size, obstacles: isHome(camera.view) ? covered() : [] });
    for (const [key, node] of nodes) {
      const place = shown.get(key);
      node.label(place?.lines ?? [], place?.detail ?? '', place ?? null);
    }
  }

  /// What the controls cover of the whole map.
  function covered() {
    const { width, height } = state.size;
    return [{ left: width / 2 - 60, right: width / 2, top: height / 2 - 152, bottom: height / 2 }];
  }

  // MARK: the view

  function glide(view) {
    camera.glide(view, calm.matches);
    wake();
  }

  function showChosen() {
    const key = state.marked?.chosen;
    const goal = key && actors.goal(key, state.ellipse);
    if (!goal) return;
    const { goal: from } = camera;
    const to = keptInView(from, goal, state.size, insets(), 64);
    if (to.x === from.x && to.y === from.y) return;
    state.before ??= from;
    glide(to);
  }

  function focus(key) {
    const node = nodes.get(key);
    if (!node) return false;
    node.element.focus({ preventScroll: true });
    return true;
  }

  function resize() {
    const { width, height } = element.getBoundingClientRect();
    if (!width || !height) return;
    if (width === state.size.width && height === state.size.height) return;
    state.size = { width, height };
    state.ellipse = ellipseIn(state.size);
    frames.redraw();
    labelling.use(measurerFor(stage.nodes));
    stage.layOut(state.size, state.ellipse);
    camera.hold(camera.goal);
    rebuild();
  }

  // MARK: events

  stage.nodes.addEventListener('click', (event) => {
    const node = event.target.closest('.map-node');
    if (!node) return;
    const { scene } = state;
    const item = scene.hub?.key === node.dataset.key ? scene.hub
      : scene.items.find(({ key }) => key === node.dataset.key);
    if (item?.members) open(item.isOpen ? null : item.kind);
    else if (item) onSelect(item.device.id);
  });
  stage.nodes.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') hover(event.target.closest('.map-node'));
  });
  stage.nodes.addEventListener('pointerleave', () => hover(null));
  stage.nodes.addEventListener('focusin', (event) => {
    const { key } = event.target.dataset;
    state.focused = key;
    markAll();
    if (!event.target.matches(':focus-visible')) return;
    const goal = actors.goal(key, state.ellipse);
    if (goal) glide(keptInView(camera.goal, goal, state.size, insets()));
  });

  function hover(node) {
    const key = node?.dataset.key ?? null;
    if (key === state.hovered) return;
    state.hovered = key;
    markAll();
    onHover(node?.dataset.id ?? null);
  }

  listenToGestures(element, {
    camera, isCalm: () => calm.matches,
    onMove() {
      state.before = null;
      wake();
    },
    onTap: () => onSelect(null),
    onDoubleTap: (point) => (isHome(camera.goal) ? glide(zoomedAbout(camera.goal, 2, point)) : reset()),
  });
  listenToKeys(element, {
    places: () => [...nodes.keys()].map((key) => ({ key, ...actors.goal(key, state.ellipse) })),
    focus, zoomBy, reset,
    panBy(x, y) {
      const { goal } = camera;
      glide({ ...goal, x: goal.x + x, y: goal.y + y });
      return true;
    },
    close: () => state.opened !== null && open(null),
  });
  new ResizeObserver(resize).observe(element);
  resize();

  return {
    update,
    /// Marks the device whose sheet is open, and brings it into view; null: none.
    select(id) {
      state.chosen = id;
      const device = state.devices.get(id);
      if (device && keyOf(device, state.scene) === null && state.scene.gathered) open(null);
      markAll();
      if (id !== null) showChosen();
      else if (state.before) {
        glide(state.before);
        state.before = null;
      }
    },
    /// Marks the device that the list's pointer is on; null: none.
    highlight(id) {
      if (id === state.listed) return;
      state.listed = id;
      markAll();
    },
    /// How many pixels at the bottom a sheet covers.
    setInset(bottom) {
      state.inset = bottom;
      element.classList.toggle('has-sheet', bottom > 0);
      if (bottom) showChosen();
    },
    /// The whole home again.
    reset,
  };
}
