// A report of any shape as rows of labels and values. Pure.

import { codeWords } from '../i18n/i18n.js';

const HIDDEN = new Set(['schema', 'started', 'duration_ms', 'interrupted']);
const MOST_ROWS = 400;
const DEEPEST = 6;

/// A key as words: `not_after` → "Not after".
export const labelOf = (key) => codeWords(String(key));

/// The rows of a report, groups within groups, and long texts apart; what is not known is left out.
export function rowsOf(report) {
  let left = MOST_ROWS;
  const texts = [];

  function entry(key, value, depth) {
    if (value === null || value === undefined || value === '' || left <= 0) return null;
    const label = labelOf(key);
    if (Array.isArray(value)) {
      const isPlain = value.every((one) => one === null || typeof one !== 'object');
      if (value.length === 0) return null;
      if (isPlain) { left -= 1; return { label, kind: 'text', value: value.join(', ') }; }
      return group(label, value.map((one, index) => [String(index + 1), one]), depth);
    }
    if (typeof value === 'object') return group(label, Object.entries(value), depth);
    if (typeof value === 'boolean') { left -= 1; return { label, kind: 'flag', value }; }
    const text = String(value);
    if (text.includes('\n')) { texts.push({ label, value: text }); return null; }
    left -= 1;
    return { label, kind: 'text', value: text, isCode: /^[0-9a-f:.%/]+$/i.test(text) && /\d/.test(text) };
  }

  function group(label, entries, depth) {
    if (depth >= DEEPEST) return null;
    const rows = entries.map(([key, value]) => entry(key, value, depth + 1)).filter(Boolean);
    return rows.length === 0 ? null : { label, rows };
  }

  const rows = Object.entries(report).filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => entry(key, value, 0)).filter(Boolean);
  return { rows, texts };
}
