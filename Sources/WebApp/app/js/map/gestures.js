// Fingers, mouse and wheel on the map, as movements of the camera and taps.

import { pinched, throwSpeed, wheelFactor, zoomedAbout } from './viewport.js';

/// A finger that moved less than this many pixels meant to tap.
const SLOP = 6;

/// Two taps within this time and distance are one double tap.
const DOUBLE_MS = 320;
const DOUBLE_PIXELS = 28;

/// Listens on the map's element.
///
/// `camera` is moved; `onMove()` is called for every movement, `onTap()` for a tap beside all devices,
/// `onDoubleTap(point)` of two; `isCalm()` says whether motion is unwanted.
export function listenToGestures(element, { camera, onMove, onTap, onDoubleTap, isCalm }) {
  const fingers = new Map();
  let isDragging = false;
  let trail = [];
  let lastTap = null;

  // Asked anew only now and then: in the midst of a movement it would make the page lay out.
  let middle = { x: 0, y: 0, time: -Infinity };
  const pointOf = ({ clientX, clientY, timeStamp }) => {
    if (timeStamp - middle.time > 250) {
      const { left, top, width, height } = element.getBoundingClientRect();
      middle = { x: left + width / 2, y: top + height / 2, time: timeStamp };
    } else if (fingers.size > 0) {
      middle.time = timeStamp;
    }
    return { x: clientX - middle.x, y: clientY - middle.y };
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target.closest('.map-controls')) return;
    const point = pointOf(event);
    fingers.set(event.pointerId, { start: point, at: point, target: event.target });
    if (fingers.size === 1) {
      isDragging = false;
      trail = [{ ...point, time: event.timeStamp }];
      camera.hold(camera.view);
    }
  });

  element.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...fingers.values()].map(({ at }) => at);
    const last = finger.at;
    finger.at = pointOf(event);
    if (!isDragging && (fingers.size > 1
      || Math.hypot(finger.at.x - finger.start.x, finger.at.y - finger.start.y) > SLOP)) {
      isDragging = true;
      for (const id of fingers.keys()) element.setPointerCapture(id);
      element.classList.add('is-dragging');
    }
    if (!isDragging) return;
    if (fingers.size === 1) {
      const { view } = camera;
      camera.hold({ ...view, x: view.x + finger.at.x - last.x, y: view.y + finger.at.y - last.y });
      trail = [...trail.slice(-11), { ...finger.at, time: event.timeStamp }];
    } else if (fingers.size === 2) {
      const after = [...fingers.values()].map(({ at }) => at);
      camera.hold(pinched(camera.view, before, after));
      trail = [];
    }
    onMove();
  });

  const lift = (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    if (fingers.size > 0) {
      trail = [];
      return;
    }
    element.classList.remove('is-dragging');
    if (isDragging) {
      camera.throw(throwSpeed(trail, event.timeStamp), isCalm());
      onMove();
      // The click that follows a drag is none; it comes before the next task.
      setTimeout(() => { isDragging = false; });
    } else if (event.type === 'pointerup' && !finger.target.closest('.map-node')) {
      tap(finger.at, event.timeStamp);
    }
  };
  element.addEventListener('pointerup', lift);
  element.addEventListener('pointercancel', lift);

  const tap = (point, time) => {
    const isDouble = lastTap && time - lastTap.time < DOUBLE_MS
      && Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < DOUBLE_PIXELS;
    lastTap = isDouble ? null : { ...point, time };
    if (isDouble) onDoubleTap(point);
    else onTap();
  };

  element.addEventListener('click', (event) => {
    if (!isDragging || event.target.closest('.map-controls')) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);

  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    const view = zoomedAbout(camera.goal, wheelFactor(event), pointOf(event));
    camera.glide(view, isCalm());
    onMove();
  }, { passive: false });
}
