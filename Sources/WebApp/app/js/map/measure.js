// How wide a text is, in the map's own font; each text is measured once.

const REMEMBERED = 4000;

/// A measurer for an element's font: `width(text, isBold)` and `lineHeight` in pixels, and `key`,
/// which changes with the font.
export function measurerFor(element) {
  const style = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  const font = (weight) => `${weight} ${style.fontSize} ${style.fontFamily}`;
  const widths = new Map();
  return {
    key: font(style.fontWeight),
    lineHeight: Number.parseFloat(style.fontSize) * 1.25,
    width(text, isBold) {
      const key = isBold ? `b${text}` : text;
      let width = widths.get(key);
      if (width === undefined) {
        context.font = font(isBold ? 600 : 400);
        width = context.measureText(text).width;
        if (widths.size >= REMEMBERED) widths.clear();
        widths.set(key, width);
      }
      return width;
    },
  };
}
