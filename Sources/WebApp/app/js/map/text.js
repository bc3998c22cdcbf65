// Names come from the network: this makes them fit, and leaves what they say alone.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/// Longer names are cut before they are measured.
const LONGEST = 80;

/// The name without control characters and with single spaces, bounded in length.
export function tidied(name) {
  const plain = String(name ?? '')
    .slice(0, 4 * LONGEST)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
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

/// As many of the first words as fit, and an ellipsis; '' where that says too little.
export function firstWords(text, width, measure) {
  const ends = [...text.matchAll(/ /g)].map(({ index }) => index).reverse();
  const found = ends.map((end) => `${text.slice(0, end)}…`).find((words) => measure(words) <= width);
  return found && segments(found).length > 4 ? found : '';
}

/// The text in at most two lines of `width`: broken between words where that suffices, else with
/// the middle of its second line left out.
export function inTwoLines(text, width, measure) {
  if (measure(text) <= width) return [text];
  let even = null;
  let last = null;
  for (const lines of breaksOf(text)) {
    const [first, second] = lines.map(measure);
    if (first > width) break;
    last = lines;
    const widest = Math.max(first, second);
    if (second <= width && (even === null || widest < even.widest)) even = { lines, widest };
  }
  if (even) return even.lines;
  return last ? [last[0], shortened(last[1], width, measure)] : [shortened(text, width, measure)];
}

/// The ways to break a text in two between words, the earliest first.
function breaksOf(text) {
  const parts = segments(text);
  const breaks = [];
  for (let at = 1; at < parts.length; at += 1) {
    if (!/^[ \-_,]$/.test(parts[at - 1])) continue;
    const lines = [parts.slice(0, at).join('').trim(), parts.slice(at).join('').trim()];
    if (lines[0] && lines[1]) breaks.push(lines);
  }
  return breaks;
}
