// Which rows of a long list are there. Pure.

/// The rows from `first` up to and without `end`, with some above and below what can be seen.
export function rowWindow({ scrollTop, height, rowHeight, count, spare = 6 }) {
  if (count === 0 || rowHeight <= 0) return { first: 0, end: 0 };
  const first = Math.floor(scrollTop / rowHeight) - spare;
  const end = Math.ceil((scrollTop + height) / rowHeight) + spare;
  return {
    first: Math.min(Math.max(0, first), count),
    end: Math.max(0, Math.min(count, end)),
  };
}

/// The scroll position that shows a row whole, moving as little as can be.
export function scrollToShow(index, { scrollTop, height, rowHeight }) {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop;
}

/// The row that a key leads to, or null for keys that lead nowhere.
export function rowForKey(key, index, count, perPage) {
  const steps = {
    ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1,
    PageDown: index + perPage, PageUp: index - perPage,
  };
  return key in steps ? Math.min(Math.max(0, steps[key]), count - 1) : null;
}
