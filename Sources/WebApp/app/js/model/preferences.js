// What this browser remembers: theme, language, sorting.

/// The remembered value, or `fallback`.
export function remembered(key, fallback = null) {
  try {
    return localStorage.getItem(`homenet.${key}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/// Remembers a value; null forgets it.
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`homenet.${key}`);
    else localStorage.setItem(`homenet.${key}`, value);
  } catch {
    // Storage is off: the choice holds until the page is left.
  }
}
