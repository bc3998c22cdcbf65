// The frames: what moved is drawn, and once nothing moves any more, everything is set in order.

/// While the view is changing, labels are placed anew this often, in milliseconds.
const LABELS_EVERY = 120;

/// What has not changed for so long is at rest; a finger may lie still for a while.
const REST_AFTER = 100;

/// Beyond so many nodes a zoom stretches the drawn layer, and places the nodes anew only at rest.
const MANY = 80;

export class Frames {
  #frame = 0;
  #last = 0;
  #changedAt = 0;
  #labelledAt = 0;
  #areLabelsDue = true;
  #isStale = true;
  #drawn = { zoom: 0, x: NaN, y: NaN };
  #laid = 0;
  #on;

  /// `on` has the `camera`, the `actors`, the `stage`, the `nodes` by key, `ellipse()`, `isReady()`
  /// (whether the map has a size yet), `onLabels()` and `onRest()`.
  constructor(on) {
    this.#on = on;
  }

  /// Something moves.
  wake() {
    if (!this.#on.isReady()) return;
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now));
  }

  /// Labels are to be placed anew.
  relabel() {
    this.#areLabelsDue = true;
    this.wake();
  }

  /// Everything is to be drawn anew.
  redraw() {
    this.#isStale = true;
    this.relabel();
  }

  #draw(now) {
    this.#frame = 0;
    const { camera, actors, stage, nodes } = this.#on;
    const seconds = Math.min(0.1, this.#last ? (now - this.#last) / 1000 : 1 / 60);
    camera.advance(seconds);
    const moved = actors.advance(now, seconds);
    const { view } = camera;
    const isZoomed = view.zoom !== this.#drawn.zoom;
    const isPanned = view.x !== this.#drawn.x || view.y !== this.#drawn.y;
    if (isZoomed || isPanned || moved.length) this.#changedAt = now;
    const isAtRest = !camera.isMoving && !actors.isMoving && now - this.#changedAt >= REST_AFTER;
    if (this.#isStale || (isZoomed && nodes.size <= MANY) || (isAtRest && this.#laid !== view.zoom)) {
      this.#lay(view.zoom);
      this.#move(nodes.keys(), view.zoom, now, this.#isStale ? nodes.keys() : moved);
      this.#isStale = false;
    } else if (moved.length) {
      this.#move(moved, this.#laid, now, moved);
    }
    if (isZoomed || isPanned) stage.panTo(view.x, view.y, view.zoom / this.#laid);
    if (isZoomed || moved.length) this.#areLabelsDue = true;
    this.#drawn = view;
    const areLabelsTimely = isAtRest
      || (now - this.#labelledAt >= LABELS_EVERY && this.#laid === view.zoom);
    if (this.#areLabelsDue && areLabelsTimely) {
      this.#areLabelsDue = false;
      this.#labelledAt = now;
      this.#on.onLabels();
    }
    if (isAtRest) this.#rest(now);
    else this.wake();
    this.#last = isAtRest ? 0 : now;
  }

  #lay(zoom) {
    this.#laid = zoom;
    this.#on.stage.zoomTo(zoom);
  }

  #move(keys, zoom, now, lined) {
    const { actors, nodes, stage, ellipse } = this.#on;
    for (const key of keys) {
      const { x, y, grown } = actors.at(key, ellipse(), now);
      nodes.get(key)?.moveTo(x * zoom, y * zoom, grown);
    }
    for (const key of lined) {
      const { x, y } = actors.at(key, ellipse(), now);
      stage.links.moveTo(key, x, y);
    }
  }

  /// What is at rest stands on whole pixels, where text is sharp.
  #rest(now) {
    const { camera, actors, stage, nodes, ellipse } = this.#on;
    const { x, y, zoom } = camera.view;
    stage.panTo(Math.round(x), Math.round(y), 1);
    for (const [key, node] of nodes) {
      const place = actors.at(key, ellipse(), now);
      node.moveTo(Math.round(place.x * zoom), Math.round(place.y * zoom), 1);
    }
    this.#on.onRest();
  }
}
