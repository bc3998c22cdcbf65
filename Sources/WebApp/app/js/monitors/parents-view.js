// What a monitor depends on, in the form: those that are chosen, those that are suggested, and a search in all.

import { bdi, h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { shownParents, suggestedParents } from './parents.js';
import { nameOf } from './states.js';

// Fewer are seen without a search.
const MOST_UNSEARCHED = 8;

/// Makes the part: `monitors()` gives those that there are now, `own` is the id of the one that is edited.
export function createParents({ own, chosen: start, monitors, devices }) {
  const chosen = new Set(start);
  let suggested = new Set();
  const others = () => [...monitors()].filter(({ id }) => id !== own);
  const hint = h('p', { class: 'field-hint', id: 'monitor-parents-hint' }, t('monitors.hint.parents'));
  const wrong = h('p', { class: 'field-wrong', role: 'alert' });
  const search = h('input', { type: 'search', class: 'window-input', 'aria-label': t('monitors.parents.search'), placeholder: t('monitors.parents.search'), on: {
    input: draw,
    // No search saves the form.
    keydown(event) { if (event.key === 'Enter') event.preventDefault(); },
  } });
  const list = h('div', { class: 'checks' });
  const rest = h('p', { class: 'field-hint', role: 'status' });
  const element = h('div', { class: 'windows-part' }, hint, search, list, rest, wrong);

  function row(one) {
    const id = `monitor-parent-${one.id}`;
    const isSuggested = suggested.has(one.id);
    const tag = isSuggested ? h('span', { class: 'tag', id: `${id}-tag` }, t('monitors.parents.suggested')) : null;
    const input = h('input', { type: 'checkbox', value: one.id, 'aria-describedby': tag?.id, on: { change() {
      if (input.checked) chosen.add(one.id);
      else chosen.delete(one.id);
      setText(wrong, '');
    } } });
    input.checked = chosen.has(one.id);
    return h('span', { class: 'check-row' }, h('label', { class: 'check' }, input, bdi(nameOf(one))), tag);
  }

  function draw() {
    const all = others();
    const { shown, more, found } = shownParents(all, { chosen, suggested, text: search.value });
    const held = list.contains(document.activeElement) ? document.activeElement.value : null;
    search.hidden = all.length <= MOST_UNSEARCHED;
    list.replaceChildren(...shown.map(row));
    setText(rest, more > 0 ? t('monitors.parents.more', { count: more }) : found === 0 && search.value.trim() !== '' ? t('monitors.parents.none') : '');
    rest.hidden = rest.textContent === '';
    if (held !== null) [...list.querySelectorAll('input')].find((one) => one.value === held)?.focus({ preventScroll: true });
  }

  draw();
  return {
    element,
    isEmpty: others().length === 0,
    value: () => [...chosen],
    /// Marks those that are suggested for a target as it is typed.
    suggest(target) {
      const next = new Set(suggestedParents({ id: own, ...target }, others(), devices));
      if (next.size === suggested.size && [...next].every((id) => suggested.has(id))) return;
      suggested = next;
      draw();
    },
    clear() { setText(wrong, ''); },
    refuse(words) {
      setText(wrong, words);
      (list.querySelector('input:checked') ?? list.querySelector('input') ?? search).focus();
      return true;
    },
  };
}
