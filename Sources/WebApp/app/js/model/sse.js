// Reads Server-Sent Events from text as it arrives (HTML, 9.2.6). Pure.

/// A reader; `push(text)` gives the events that this text ended, comments as `{comment}`.
export class EventReader {
  #rest = '';
  #data = [];
  #type = '';
  lastId = null;

  push(text) {
    const events = [];
    let start = 0;
    for (;;) {
      // Only what came is searched: a snapshot is one line of many pieces.
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      const line = this.#rest + text.slice(start, end);
      this.#rest = '';
      start = end + 1;
      const event = this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (event) events.push(event);
    }
    this.#rest += text.slice(start);
    return events;
  }

  #line(line) {
    if (line === '') return this.#dispatch();
    if (line.startsWith(':')) return { comment: line.slice(1).trim() };
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.lastId = value;
    return null;
  }

  #dispatch() {
    const event = this.#data.length > 0
      ? { type: this.#type || 'message', data: this.#data.join('\n'), id: this.lastId } : null;
    this.#data = [];
    this.#type = '';
    return event;
  }
}

/// How long to wait before the next try, in milliseconds; `chance` is 0–1.
export function backOff(failures, chance) {
  return Math.min(10_000, 500 * 2 ** Math.min(failures, 6)) * (0.75 + chance / 2);
}
