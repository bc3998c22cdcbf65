// Names come from the network: this makes them fit, and leaves what they say alone.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/// Longer names are cut before they are measured; nobody reads so far on a map.
const LONGEST = 80;

/// The name without control characters and with single spaces, bounded in length.
export function tidied(name) {
  const plain = String(name ?? '')
    .slice(0, 4 * LONGEST)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length <= LONGEST ? plain : [...segments(plain)].slice(0, LONGEST).join('');
}

function segments(text) {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/// The text, its middle left out where it is wider than `width`; `measure` gives a text's width.
export function shortened(text, width, measure) {
  if (measure(text) <= width) return text;
  const parts = segments(text);
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const kept = Math.ceil((low + high) / 2);
    if (measure(withoutMiddle(parts, kept)) <= width) low = kept;
    else high = kept - 1;
  }
  return withoutMiddle(parts, low);
}

/// So many of the parts, a little more of the beginning than of the end.
function withoutMiddle(parts, kept) {
  const head = Math.ceil(kept * 0.55);
  const tail = kept - head;
  return `${parts.slice(0, head).join('').trimEnd()}…${parts.slice(parts.length - tail).join('').trimStart()}`;
}

/// The name in at most two lines of `width`: broken between words where that suffices, else with
/// its middle left out.
export function inTwoLines(text, width, measure) {
  if (measure(text) <= width) return [text];
  const parts = segments(text);
  let best = null;
  for (let at = 1; at < parts.length; at += 1) {
    if (parts[at - 1] !== ' ' && !/[-_.,:/]/.test(parts[at - 1])) continue;
    const lines = [parts.slice(0, at).join('').trim(), parts.slice(at).join('').trim()];
    if (!lines[0] || !lines[1]) continue;
    const widest = Math.max(measure(lines[0]), measure(lines[1]));
    if (widest <= width && (best === null || widest < best.widest)) best = { lines, widest };
  }
  return best ? best.lines : [shortened(text, width, measure)];
}
