// Headers of a request: rows of a name and a value, of which secret ones never come back from the server. Pure.

/// What the server shows in the place of a secret value; sent back, the value stays.
export const HIDDEN = '…';

/// The rows of a monitor's headers: `{name, value, isKept}`; the value of a kept one is empty until it is replaced.
export const rowsOf = (headers) => (Array.isArray(headers) ? headers : [])
  .map(({ name, value }) => ({ name: String(name ?? ''), value: value === HIDDEN ? '' : String(value ?? ''), isKept: value === HIDDEN }));

/// Whether a secret value stays with the name that is typed: the server keeps it for its own name alone.
export const staysKept = (before, name) => before.trim().toLowerCase() === name.trim().toLowerCase();

/// What is sent for rows, without those in which nothing stands: `{headers, rows}`, `rows` has the index of each one's row.
export function headersOf(rows) {
  const headers = [];
  const indices = [];
  rows.forEach(({ name, value, isKept }, index) => {
    if (name.trim() === '' && value === '') return;
    headers.push({ name: name.trim(), value: isKept && value === '' ? HIDDEN : value });
    indices.push(index);
  });
  return { headers, rows: indices };
}

/// Which entry of a list a key of the server's is of, and which part of that: `options.headers[1].value` is
/// `{index: 1, part: 'value'}`; null where it is of none.
export function entryOf(key) {
  const found = /\[(\d+)\](?:\.(\w+))?$/.exec(String(key ?? ''));
  return found ? { index: Number(found[1]), part: found[2] ?? null } : null;
}
