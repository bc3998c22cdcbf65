// What a form's fields say, as the body of a request. Pure.

/// The hosts in a text: commas part them, since devices' names hold spaces.
export const hostsIn = (text) => text.split(/[,\n]+/).map((one) => one.trim()).filter(Boolean);

/// A number as people type it: the comma is a point in half of Europe.
function numberIn(text) {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/// The value of an option that was typed, or the key of what is wrong with it.
export function readField(option, typed) {
  if (option.kind === 'flag') return { value: Boolean(typed) };
  const text = String(typed ?? '').trim();
  if (text === '') return option.required ? { mistake: 'tools.missing' } : {};
  switch (option.kind) {
    case 'hosts': {
      const hosts = hostsIn(text);
      if (hosts.length === 0) return { mistake: 'tools.missing' };
      return hosts.length > option.maximum ? { mistake: 'tools.tooMany' } : { value: hosts };
    }
    case 'integer': case 'seconds': {
      const value = numberIn(text);
      const isWhole = option.kind === 'seconds' || Number.isInteger(value);
      const isIn = isWhole && value >= option.minimum && value <= option.maximum;
      return isIn ? { value } : { mistake: 'tools.outOfRange' };
    }
    default: return { value: text };
  }
}

/// The body of a request, and what is wrong, by option; `typed` holds what was typed, by name.
export function bodyOf(options, typed) {
  const body = {};
  const mistakes = {};
  for (const option of options) {
    const { value, mistake } = readField(option, typed[option.name]);
    if (mistake) mistakes[option.name] = mistake;
    else if (value !== undefined) body[option.name] = value;
  }
  return { body, mistakes };
}

/// What a field holds before anybody types.
export function startValue(option) {
  if (option.kind === 'flag') return option.default === true;
  return option.default === null ? '' : String(option.default);
}
