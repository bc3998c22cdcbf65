// Making elements: the names of classes and attributes are ours, never a device's text.

const SVG = 'http://www.w3.org/2000/svg';

/// An SVG element with these attributes.
export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/// An HTML element of this class.
export function html(name, className) {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
