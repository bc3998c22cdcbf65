// Keeps what has the keyboard in view while parts of a scroller come late or change their size.
//
// The browser holds what is at the top of the view; what comes below that pushes the rest out of sight.

/// Whether a box is seen in a frame whose top `padding` pixels are covered. Pure.
export const isClear = (box, frame, padding) => box.top >= frame.top + padding - 1 && box.bottom <= frame.bottom + 1;

/// Watches a scroller's parts, of which the first stays at the top, over the others.
export function keepInView(scroller, [title, ...parts]) {
  let height = scroller.scrollHeight;
  let isSeen = false;
  let last = null;

  // Whoever pressed "Show older" with a finger reads on where the button was.
  const held = () => {
    const one = document.activeElement;
    return one !== scroller && scroller.contains(one) && !title.contains(one) && one.matches(':focus-visible') ? one : null;
  };
  const isInView = (one) => isClear(one.getBoundingClientRect(), scroller.getBoundingClientRect(),
    parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);

  // What gets the keyboard is scrolled into view, but for what takes the place of a control that was drawn anew;
  // later the user may scroll it away.
  scroller.addEventListener('focusin', ({ target }) => {
    isSeen = last === null || last.isConnected || isInView(target);
    last = target;
  });
  scroller.addEventListener('scroll', () => {
    const one = held();
    // Where the height is another, it was not the user who moved it.
    if (one && scroller.scrollHeight === height) isSeen = isInView(one);
  }, { passive: true });
  const observer = new ResizeObserver(() => {
    height = scroller.scrollHeight;
    const one = held();
    if (one && isSeen && !isInView(one)) one.scrollIntoView({ block: 'nearest' });
  });
  for (const part of [title, ...parts]) observer.observe(part);
}
