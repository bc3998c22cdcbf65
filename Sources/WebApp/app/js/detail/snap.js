// How high a sheet stands. Pure.

/// The heights of a sheet in a window so high.
export function sheetHeights(windowHeight) {
  return { half: Math.round(windowHeight * 0.52), full: Math.round(windowHeight * 0.92) };
}

/// Where a sheet goes that was let go at a height, moving so fast (pixels a millisecond, up is
/// positive): `full`, `half` or `closed`.
export function restOf(height, speed, { half, full }) {
  const aim = height + speed * 180;
  if (aim > (half + full) / 2) return 'full';
  return aim > half * 0.6 ? 'half' : 'closed';
}

/// Whether a swipe over the sheet's content moves the sheet and not the content: upwards, where it
/// can still open further; downwards, where the content is at its top. `up` is in pixels.
export function movesSheet(up, { rest, scrollTop }) {
  return up > 0 ? rest !== 'full' : scrollTop <= 0;
}
