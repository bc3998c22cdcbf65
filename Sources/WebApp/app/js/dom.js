// Makes elements. Text only ever becomes a text node, so no device can write markup.

/// An element with attributes, listeners (`on: {click}`), data (`data: {}`), and children:
/// elements, strings, and null for nothing.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === 'data') {
      Object.assign(element.dataset, value);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/// A button of these classes; `act(event)` is done when it is pressed.
export function button(classes, act, ...children) {
  return h('button', { class: classes, type: 'button', on: { click: act } }, ...children);
}

/// Text of a device, which can't turn the direction of the text around it.
export function bdi(text, attributes = {}) {
  return h('bdi', attributes, text);
}

/// Sets text where it differs, so that nothing is laid out in vain.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/// Sets or removes an attribute where it differs.
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/// Says what the user wants: `homenet:…` events rise to where they are carried out.
export function emit(element, name, detail) {
  element.dispatchEvent(new CustomEvent(`homenet:${name}`, { bubbles: true, detail }));
}
