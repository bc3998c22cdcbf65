// A view that shows nothing but a report: what comes before it is only counted.

import { h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { verdict } from './parts.js';

/// The view: `take`, `finish`, `stop`, `draw`, `words`. `build(report)` makes what is shown of it,
/// `say(report)` is it in words.
export function reportView({ target }, build, say) {
  const element = h('div', { class: 'result' });
  let report = null;
  let steps = 0;
  let isOver = false;
  const words = () => (report ? say(report) : t('tools.asking', { target: isolate(target), count: steps }));
  return {
    element,
    take() { steps += 1; },
    finish(answer) { isOver = true; report = answer; },
    stop() { isOver = true; },
    draw() {
      element.replaceChildren(...(report ? build(report).filter(Boolean) : isOver ? [] : [verdict('busy', words())]));
    },
    words,
  };
}
