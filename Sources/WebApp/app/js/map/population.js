// The nodes of a scene's items: made, changed, marked, labelled and removed.

import { priorityOf } from './labelling.js';
import { MapNode } from './node.js';
import { faceOf, keyOf } from './scene.js';
import { discSize, reachOf } from './sizes.js';

export class Population {
  /// The nodes by key.
  nodes = new Map();
  #faces = new Map();
  #marked = { chosen: null, near: null };
  #stage;
  #t;

  constructor(stage, t) {
    this.#stage = stage;
    this.#t = t;
  }

  /// The key of the chosen item, or of the sector that holds it.
  get chosen() {
    return this.#marked.chosen;
  }

  /// Shows a scene's items; `at(key)` says where an item is now on the unzoomed map.
  show(scene, { size, ellipse: { a, b }, isCalm, zoom, at }) {
    const items = itemsOf(scene);
    this.#faces = new Map(items.map((item) => [item.key, faceOf(item, this.#t)]));
    for (const item of items) {
      const { key, angle } = item;
      let node = this.nodes.get(key);
      if (!node) {
        node = new MapNode(key, this.#stage.arcs);
        this.nodes.set(key, node);
        const { x, y, grown } = at(key);
        node.moveTo(x * zoom, y * zoom, grown);
        this.#stage.nodes.append(node.element);
      }
      const towardsCentre = Math.atan2(-b * Math.sin(angle), -a * Math.cos(angle));
      node.show(item, this.#faces.get(key), discSize(item, size, scene.items.length), towardsCentre);
    }
    for (const [key, node] of this.nodes) {
      if (this.#faces.has(key)) continue;
      this.nodes.delete(key);
      this.#stage.links.remove(key);
      node.leave(isCalm);
    }
  }

  /// Marks what is chosen, pointed at in the list (ids) and on the map, and focused (keys).
  mark(scene, devices, { chosen, listed, hovered, focused }) {
    const chosenKey = keyOf(devices.get(chosen), scene);
    const near = keyOf(devices.get(listed), scene) ?? hovered;
    const roving = this.nodes.has(focused) ? focused
      : chosenKey ?? scene.hub?.key ?? scene.items[0]?.key;
    for (const [key, node] of this.nodes) {
      const isChosen = key === chosenKey;
      const isNear = key === near;
      node.mark(isChosen, isNear, key === roving);
      if (key === scene.hub?.key) {
        this.#stage.links.remove(key);
        continue;
      }
      const { link, state } = this.#faces.get(key);
      this.#stage.links.show(key, { link, state, isChosen, isNear });
    }
    this.#marked = { chosen: chosenKey, near, focused };
  }

  /// Places the labels; `goal(key)` says where an item comes to rest on the unzoomed map, and
  /// `seen` is the room that the chosen item's label may take.
  label(scene, labelling, { goal, zoom, size, scale, seen, obstacles }) {
    const { chosen, near, focused } = this.#marked;
    const actors = itemsOf(scene).map((item) => {
      const { key, isHub } = item;
      const { x, y } = goal(key);
      const face = this.#faces.get(key);
      const isTold = key === chosen || key === near || key === focused;
      const disc = reachOf(item, discSize(item, size, scene.items.length));
      return {
        key, x: x * zoom, y: y * zoom, disc: (disc * (isHub ? 1 : scale)) / 2,
        name: face.name, detail: face.detail, isDetailed: isTold || (Boolean(item.members) && (size.width >= 700 || zoom > 1.1)),
        isSector: Boolean(item.members), bounds: key === chosen ? seen : undefined,
        priority: isTold ? Infinity : priorityOf(item, face),
      };
    });
    const places = labelling.place(actors, { zoom, size, obstacles });
    for (const [key, node] of this.nodes) node.label(places.get(key) ?? null);
  }
}

/// All items of a scene, the hub first.
export function itemsOf({ hub, items }) {
  return hub ? [hub, ...items] : items;
}
