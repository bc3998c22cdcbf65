// Where each item is right now: growing out of the centre, or springing along its ray.

import { placeAt } from './layout.js';
import { GROW_MS, easeOut, spring } from './motion.js';

/// Items that arrive together start a little after one another, all within this time.
const STAGGER_MS = 16;
const LONGEST_STAGGER_MS = 360;

export class Actors {
  #actors = new Map();
  #moving = new Set();

  get isMoving() {
    return this.#moving.size > 0;
  }

  /// Sets the items' rays and radii; new ones grow from `now` on unless the eye wants calm.
  cast(items, radii, now, isCalm) {
    const keys = new Set();
    let newcomers = 0;
    for (const { key, angle, isHub } of items) {
      keys.add(key);
      const target = radii.get(key) ?? 0;
      const actor = this.#actors.get(key);
      if (!actor) {
        const delay = Math.min(LONGEST_STAGGER_MS, newcomers * STAGGER_MS);
        newcomers += 1;
        const isStill = isCalm || isHub;
        this.#actors.set(key, {
          angle, target, value: target, speed: 0, born: isStill ? -Infinity : now + delay,
        });
        this.#moving.add(key);
      } else {
        // A sector keeps its ray while it is the hub, so that it returns along it.
        if (!isHub) actor.angle = angle;
        if (actor.target !== target) this.#moving.add(key);
        actor.target = target;
        if (isCalm) Object.assign(actor, { value: target, speed: 0 });
      }
    }
    for (const key of this.#actors.keys()) {
      if (!keys.has(key)) this.#actors.delete(key);
    }
    for (const key of this.#moving) if (!keys.has(key)) this.#moving.delete(key);
  }

  /// Moves on; the keys of those that moved.
  advance(now, seconds) {
    const moved = [...this.#moving];
    for (const key of moved) {
      const actor = this.#actors.get(key);
      Object.assign(actor, spring(actor, actor.target, seconds));
      const isGrown = now - actor.born >= GROW_MS;
      if (isGrown && actor.value === actor.target && actor.speed === 0) this.#moving.delete(key);
    }
    return moved;
  }

  /// Where an item is now on the unzoomed map, and how far it has grown.
  at(key, ellipse, now) {
    const actor = this.#actors.get(key);
    if (!actor) return { x: 0, y: 0, grown: 1 };
    const grown = easeOut((now - actor.born) / GROW_MS);
    return { ...placeAt(actor.angle, actor.value * grown, ellipse), grown };
  }

  /// Where an item will come to rest on the unzoomed map.
  goal(key, ellipse) {
    const actor = this.#actors.get(key);
    return actor ? placeAt(actor.angle, actor.target, ellipse) : null;
  }
}
