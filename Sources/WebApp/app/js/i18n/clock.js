// What time it is where the devices were seen: the server's clock, not this phone's.

// Below that the way of the message is the difference.
const TOLERANCE_MS = 10_000;

let ahead = 0;

/// Takes the server's time, as it wrote it.
export function tellTime(text, here = Date.now()) {
  const difference = Date.parse(text) - here;
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/// The time there, in milliseconds since 1970.
export const serverNow = () => Date.now() + ahead;
