// Which of an object's keys a form has changed. Pure.

const isSame = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/// The keys of `next` whose values differ from those of `before`: a merge patch (RFC 7396).
export const changedKeys = (before, next) => Object.fromEntries(Object.entries(next).filter(([key, value]) => !isSame(before[key], value)));
