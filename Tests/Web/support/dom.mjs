// As much of a document as the parts of a form take: elements with text, attributes, listeners and the keyboard.

/// Whether an element is what a selector of one step says: `tag`, `.class`, `[attribute]`, `[attribute="value"]`.
function isOne(element, step) {
  const [, tag, rest] = /^([a-z0-9]*)(.*)$/.exec(step);
  if (tag && element.tag !== tag) return false;
  return [...rest.matchAll(/\.([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]/g)].every(([, name, attribute, value]) => (name !== undefined
    ? (element.getAttribute('class') ?? '').split(' ').includes(name)
    : element.getAttribute(attribute) !== null && (value === undefined || element.getAttribute(attribute) === value)));
}

class FakeElement {
  constructor(document, tag) {
    Object.assign(this, { document, tag, childNodes: [], parent: null, attributes: new Map(), listeners: new Map(), value: '', checked: false, hidden: false, title: '' });
    const { attributes } = this;
    this.dataset = new Proxy({}, {
      get: (_, key) => attributes.get(`data-${key}`),
      set(_, key, value) { attributes.set(`data-${key}`, String(value)); return true; },
    });
  }

  get id() { return this.getAttribute('id') ?? ''; }

  set id(value) { this.setAttribute('id', value); }

  get type() { return this.getAttribute('type') ?? 'text'; }

  get children() { return this.childNodes.filter((one) => one instanceof FakeElement); }

  get childElementCount() { return this.children.length; }

  get firstChild() { return this.childNodes[0] ?? null; }

  get lastChild() { return this.childNodes.at(-1) ?? null; }

  get textContent() { return this.childNodes.map((one) => one.textContent ?? one).join(''); }

  set textContent(text) { this.replaceChildren(...(text === '' ? [] : [String(text)])); }

  get isConnected() { return this === this.document.body || (this.parent?.isConnected ?? false); }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (['hidden', 'checked'].includes(name)) this[name] = true;
    if (name === 'value') this.value = String(value);
  }

  getAttribute(name) { return this.attributes.get(name) ?? null; }

  removeAttribute(name) { this.attributes.delete(name); }

  toggleAttribute(name, isOn) {
    if (isOn) this.attributes.set(name, '');
    else this.attributes.delete(name);
  }

  insertBefore(child, before) {
    child.remove?.();
    const index = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(index < 0 ? this.childNodes.length : index, 0, child);
    if (child instanceof FakeElement) child.parent = this;
  }

  append(...children) { for (const child of children.flat()) this.insertBefore(child, null); }

  replaceChildren(...children) {
    for (const child of [...this.children]) child.remove();
    this.childNodes = [];
    this.append(...children);
  }

  remove() {
    if (this.parent === null) return;
    if (this.contains(this.document.activeElement)) this.document.activeElement = null;
    this.parent.childNodes = this.parent.childNodes.filter((one) => one !== this);
    this.parent = null;
  }

  contains(other) { return other === this || this.children.some((one) => one.contains(other)); }

  matches(selector) { return isOne(this, selector); }

  closest(selector) { return this.matches(selector) ? this : this.parent?.closest(selector) ?? null; }

  querySelectorAll(selector) {
    const [first, ...rest] = selector.split(' ');
    const found = this.children.flatMap((one) => [...(isOne(one, first) ? [one] : []), ...one.querySelectorAll(first)]);
    return rest.length === 0 ? found : [...new Set(found.flatMap((one) => one.querySelectorAll(rest.join(' '))))];
  }

  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  addEventListener(name, listener) { this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]); }

  scrollIntoView() {}

  focus() { this.document.activeElement = this; }

  /// Has something happen to it; gives the event.
  happen(name, values = {}) {
    const event = { type: name, target: this, isPrevented: false, preventDefault() { this.isPrevented = true; }, ...values };
    for (const listener of this.listeners.get(name) ?? []) listener(event);
    return event;
  }

  click() { this.happen('click'); }

  /// Has a text be typed.
  enter(text) {
    this.value = text;
    this.happen('input');
  }
}

/// Makes a document with a body, which is the global one until `end()`.
export function installDocument() {
  const document = { activeElement: null };
  Object.assign(document, {
    createElement: (tag) => new FakeElement(document, tag), createElementNS: (_, tag) => new FakeElement(document, tag),
    getElementById: (id) => document.body.querySelector(`[id="${id}"]`),
  });
  document.body = new FakeElement(document, 'body');
  const before = [globalThis.document, globalThis.CSS];
  globalThis.document = document;
  globalThis.CSS = { escape: (text) => text };
  return { document, end() { [globalThis.document, globalThis.CSS] = before; } };
}
