// The map of the home: composes scene, camera, actors, nodes, labels and frames.
//
// Drawn with HTML and SVG rather than on a canvas: every device is a real button with a name, crisp
// at each zoom and in each theme by CSS alone, and a pan moves one layer. Past sixty devices kinds
// gather, so the page never holds more than a few hundred of them.

import { Actors } from './actors.js';
import { Camera } from './camera.js';
import { Frames } from './frames.js';
import { listenToGestures } from './gestures.js';
import { listenToKeys } from './keyboard.js';
import { Labelling } from './labelling.js';
import { radiiOf } from './lanes.js';
import { ellipseIn } from './layout.js';
import { measurerFor } from './measure.js';
import { Population, itemsOf } from './population.js';
import { EMPTY_SCENE, keyOf, sceneOf } from './scene.js';
import { sectorKey } from './sectors.js';
import { HUB_DISC, discScale, discSize, reachOf, spacingOf } from './sizes.js';
import { setStage } from './stage.js';
import {
  HOME_VIEW, MAX_ZOOM, MIN_ZOOM, NO_INSETS, isHome, keptInView, seenRoom, zoomedAbout,
} from './viewport.js';

/// Puts a map into an element.
///
/// `t(key, params)` gives words; `onSelect(id | null)` is called for a tap, `onHover(id | null)` for the
/// pointer.
export function createMap(element, { t, onSelect = () => {}, onHover = () => {} }) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const state = {
    size: { width: 0, height: 0 }, ellipse: { a: 0, b: 0 }, insets: NO_INSETS, scale: 1,
    // Where the items come to rest on the unzoomed map.
    places: [],
    devices: new Map(), scene: EMPTY_SCENE, opened: null, radii: new Map(),
    chosen: null, listed: null, hovered: null, focused: null,
    // The view before a device was brought into view above its sheet.
    before: null,
  };
  const camera = new Camera(() => state);
  const actors = new Actors();
  const labelling = new Labelling();
  const stage = setStage(element, t, {
    in: () => zoomBy(1.5), out: () => zoomBy(1 / 1.5), reset, back: () => open(null),
  });
  const population = new Population(stage, t);
  const frames = new Frames({
    camera, actors, stage, nodes: population.nodes, ellipse: () => state.ellipse,
    isReady: () => state.size.width > 0, onLabels: label, onRest: rest,
  });

  function update(devices, status) {
    state.devices = devices;
    const wasShown = population.chosen !== null;
    element.classList.toggle('is-scanning', status?.scan?.state === 'running');
    stage.name();
    rebuild();
    if (!wasShown) showChosen();
  }

  function rebuild() {
    if (!state.size.width) return;
    const scene = sceneOf(state.devices.values(), state.scene, state.opened);
    state.scene = scene;
    state.opened = scene.opened;
    state.radii = radiiIn(scene);
    const now = performance.now();
    actors.cast(itemsOf(scene), state.radii, now, calm.matches);
    state.places = itemsOf(scene).map(({ key }) => actors.goal(key, state.ellipse));
    camera.keepInBounds(calm.matches);
    population.show(scene, {
      ...state, isCalm: calm.matches, zoom: camera.view.zoom,
      at: (key) => actors.at(key, state.ellipse, now),
    });
    stage.tell({ hasHub: Boolean(scene.hub), isOpen: scene.opened !== null, missing: scene.missing });
    mark();
  }

  function radiiIn({ items, opened }) {
    if (opened !== null) return new Map(items.map(({ key, radius }) => [key, radius]));
    const discs = items.map((item) => reachOf(item, discSize(item, state.size, items.length)));
    const disc = Math.max(0, ...discs);
    return radiiOf(items, {
      ellipse: state.ellipse, clearance: disc + 5, hub: (HUB_DISC + disc) / 2 + 8,
      previous: state.radii,
    });
  }

  function mark() {
    population.mark(state.scene, state.devices, state);
    frames.relabel();
  }

  function open(kind) {
    const from = state.opened;
    if (from === kind) return false;
    const hadFocus = element.contains(document.activeElement);
    state.opened = kind;
    state.before = null;
    glide(HOME_VIEW);
    rebuild();
    if (hadFocus) focus(sectorKey(kind ?? from));
    return true;
  }

  function label() {
    const { scene, size, ellipse } = state;
    const { zoom } = camera.view;
    const disc = scene.items.length ? discSize(scene.items[0], size, scene.items.length) : 0;
    const spacing = scene.opened === null ? Infinity : spacingOf(scene.items.length, ellipse);
    state.scale = discScale(zoom, spacing, disc);
    stage.scaleDiscs(state.scale);
    population.label(scene, labelling, {
      goal: (key) => actors.goal(key, ellipse), zoom, size, scale: state.scale,
      // The chosen device's name is to be seen beside its sheet.
      seen: state.insets === NO_INSETS ? undefined : seenRoom(camera.goal, size, state.insets),
      obstacles: isHome(camera.view) ? stage.covered(size, scene.opened !== null) : [],
    });
  }

  function rest() {
    const { zoom } = camera.view;
    element.dataset.zoom = zoom.toFixed(2);
    stage.allow({
      in: zoom < MAX_ZOOM - 0.01, out: zoom > MIN_ZOOM + 0.001, reset: !isHome(camera.view),
    });
  }

  function glide(view) {
    camera.glide(view, calm.matches);
    frames.wake();
  }

  /// Zooms about what has the focus or is chosen, else about the middle of what is seen.
  function zoomBy(factor) {
    const focused = document.activeElement?.closest?.('.map-node')?.dataset.key;
    const at = actors.goal(focused ?? population.chosen, state.ellipse);
    const { goal } = camera;
    const { top, right, bottom, left } = state.insets;
    glide(zoomedAbout(goal, factor, at ? { x: goal.x + at.x * goal.zoom, y: goal.y + at.y * goal.zoom }
      : { x: (left - right) / 2, y: (top - bottom) / 2 }));
    return true;
  }

  function reset() {
    state.before = null;
    glide(HOME_VIEW);
    return true;
  }

  function showChosen() {
    const place = actors.goal(population.chosen, state.ellipse);
    if (!place) return;
    const from = camera.goal;
    const to = keptInView(from, place, state.size, state.insets, 64);
    if (to.x === from.x && to.y === from.y) return;
    state.before ??= from;
    glide(to);
  }

  function focus(key) {
    population.nodes.get(key)?.element.focus({ preventScroll: true });
    return population.nodes.has(key);
  }

  function resize() {
    const { width, height } = element.getBoundingClientRect();
    const isSame = width === state.size.width && height === state.size.height;
    if (!width || !height || isSame) return;
    // What was in the middle stays there: places are shares of the width and the height.
    const { width: widthBefore, height: heightBefore } = state.size;
    const moved = (view) => (widthBefore === 0 || view === null ? view
      : { zoom: view.zoom, x: (view.x * width) / widthBefore, y: (view.y * height) / heightBefore });
    const goal = moved(camera.goal);
    state.before = moved(state.before);
    state.size = { width, height };
    state.ellipse = ellipseIn(state.size);
    labelling.use(measurerFor(stage.nodes));
    stage.layOut(state.size, state.ellipse);
    rebuild();
    camera.hold(goal);
    showChosen();
    frames.redraw();
  }

  stage.nodes.addEventListener('click', (event) => {
    const key = event.target.closest('.map-node')?.dataset.key;
    const item = itemsOf(state.scene).find((one) => one.key === key);
    if (item?.members) open(item.isOpen ? null : item.kind);
    else if (item) onSelect(item.device.id);
  });
  stage.nodes.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') hover(event.target.closest('.map-node'));
  });
  stage.nodes.addEventListener('pointerleave', () => hover(null));
  stage.nodes.addEventListener('focusin', (event) => {
    state.focused = event.target.dataset.key;
    mark();
    const goal = actors.goal(state.focused, state.ellipse);
    if (!goal || !event.target.matches(':focus-visible')) return;
    glide(keptInView(camera.goal, goal, state.size, state.insets));
  });

  function hover(node) {
    const key = node?.dataset.key ?? null;
    if (key === state.hovered) return;
    state.hovered = key;
    mark();
    onHover(node?.dataset.id ?? null);
  }

  listenToGestures(element, {
    camera,
    isCalm: () => calm.matches,
    onMove() {
      state.before = null;
      frames.wake();
    },
    onTap: () => onSelect(null),
    onDoubleTap: (at) => (isHome(camera.goal) ? glide(zoomedAbout(camera.goal, 2, at)) : reset()),
  });
  listenToKeys(element, {
    focus, zoomBy, reset,
    places: () => itemsOf(state.scene).map(({ key }) => ({ key, ...actors.goal(key, state.ellipse) })),
    panBy(x, y) {
      glide({ ...camera.goal, x: camera.goal.x + x, y: camera.goal.y + y });
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
      mark();
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
      mark();
    },
    /// How many pixels a sheet covers, at the bottom or at the right.
    setInsets({ right, bottom }) {
      const isCovered = right > 0 || bottom > 0;
      state.insets = isCovered ? { ...NO_INSETS, right, bottom } : NO_INSETS;
      element.classList.toggle('has-sheet', isCovered);
      if (isCovered) showChosen();
      else camera.keepInBounds(calm.matches);
      frames.relabel();
    },
    /// The whole home again.
    reset,
  };
}
