// The view in time: it follows fingers at once, glides to where it was sent, and coasts when thrown.

import { HOME_VIEW, between, bounded, coasted } from './viewport.js';

/// A glide covers all but a third of its way in this many seconds.
const GLIDE = 0.055;

export class Camera {
  view = HOME_VIEW;
  #aim = null;
  #speed = null;
  #room;

  /// `room()` gives `{size, insets, places}`.
  constructor(room) {
    this.#room = room;
  }

  /// Where the view is going.
  get goal() {
    return this.#aim ?? this.view;
  }

  get isMoving() {
    return this.#aim !== null || this.#speed !== null;
  }

  /// The view at once, as under a finger.
  hold(view) {
    this.#aim = null;
    this.#speed = null;
    this.view = this.#within(view);
  }

  /// The view soon; at once where motion is not wanted.
  glide(view, isCalm) {
    const goal = this.#within(view);
    this.#speed = null;
    if (isCalm) this.hold(goal);
    else this.#aim = goal;
  }

  /// Back to where some of the home is seen, where it left the view.
  keepInBounds(isCalm) {
    const { goal } = this;
    const kept = this.#within(goal);
    if (Math.hypot(kept.x - goal.x, kept.y - goal.y) > 1) this.glide(kept, isCalm);
  }

  /// Coasts on with a finger's speed.
  throw(speed, isCalm) {
    this.#aim = null;
    this.#speed = isCalm || Math.hypot(speed.x, speed.y) < 60 ? null : speed;
  }

  /// Moves on by some seconds.
  advance(seconds) {
    if (this.#aim) {
      this.view = between(this.view, this.#aim, 1 - Math.exp(-seconds / GLIDE));
      const left = Math.hypot(this.#aim.x - this.view.x, this.#aim.y - this.view.y);
      if (left < 0.3 && Math.abs(this.#aim.zoom / this.view.zoom - 1) < 0.001) {
        this.view = this.#aim;
        this.#aim = null;
      }
    } else if (this.#speed) {
      const from = this.view;
      const { view, speed } = coasted(from, this.#speed, seconds);
      this.view = this.#within(view);
      const way = ({ x, y }) => Math.hypot(x - from.x, y - from.y);
      this.#speed = way(this.view) < way(view) / 4 ? null : speed;
    }
  }

  #within(view) {
    const { size, insets, places } = this.#room();
    return bounded(view, size, insets, places);
  }
}
