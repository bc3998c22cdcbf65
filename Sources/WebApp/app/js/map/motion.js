// How things move: out of the centre once, then by a soft spring along their ray.

/// How long a device grows out of the centre, in milliseconds.
export const GROW_MS = 400;

const STIFFNESS = 120;
const DAMPING = 18;

/// Fast at first, slow at the end; 0…1 to 0…1.
export function easeOut(share) {
  const rest = 1 - Math.min(1, Math.max(0, share));
  return 1 - rest * rest * rest;
}

/// The spring's next state after `seconds`; at rest it is exactly at its target.
export function spring({ value, speed }, target, seconds) {
  let v = speed;
  let x = value;
  // Small steps: a slow frame must not make a spring explode.
  for (let left = Math.min(seconds, 0.1); left > 0; left -= 1 / 240) {
    const step = Math.min(left, 1 / 240);
    v += (STIFFNESS * (target - x) - DAMPING * v) * step;
    x += v * step;
  }
  const settled = Math.abs(target - x) < 0.0005 && Math.abs(v) < 0.005;
  return settled ? { value: target, speed: 0 } : { value: x, speed: v };
}
