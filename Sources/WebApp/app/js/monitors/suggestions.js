// What the server suggests to watch, one tap each.

import { redraw } from '../confirm.js';
import { bdi, button, h } from '../dom.js';
import { currentLanguage, isolate, t } from '../i18n/i18n.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { nameOf } from './states.js';
import { whatWords } from './words.js';

/// The body of the request that makes a suggestion's monitor. Pure.
export function takenBody(suggestion) {
  const { kind, target, name, options, parents, interval_s: interval, conditions } = suggestion;
  return Object.fromEntries(Object.entries({ kind, target, name, options, parents, interval_s: interval, conditions, source: 'suggested' })
    .filter(([, value]) => value !== undefined && value !== null));
}

const keyOf = ({ kind, target }) => `${kind} ${target}`;

/// The names of the monitors that a suggestion depends on; '' where it depends on none that there is. Pure but for the words.
export function parentNames(suggestion, monitors) {
  const names = (suggestion.parents ?? []).map((id) => monitors.get(id)).filter(Boolean).map((one) => isolate(nameOf(one)));
  return names.length === 0 ? '' : t('monitors.suggest.parents', { names });
}

/// Makes the part; `onMade(monitor)` is called with a monitor that was made. After the last one the keyboard goes to `next`.
export function createSuggestions({ store, onMade, next }) {
  const title = h('h3', { tabindex: '-1' });
  const about = h('p', { class: 'muted' });
  const list = h('ul', { class: 'suggestions', role: 'list' });
  const element = h('section', { class: 'monitors-suggestions', hidden: true }, title, about, list);
  let all = null;
  let asked = null;
  let isShown = false;
  let monitors = [];
  // What the buttons say: one that is made anew while it is pressed does nothing.
  let drawn = '';
  const busy = new Set();

  async function load(signature) {
    asked = signature;
    try {
      all = (await requests.suggestions()).suggestions;
    } catch {
      // Without suggestions there is the form.
      all = [];
    }
    draw();
  }

  async function take(suggestion) {
    const key = keyOf(suggestion);
    if (busy.has(key)) return;
    busy.add(key);
    try {
      const made = await requests.make(takenBody(suggestion));
      const hadFocus = list.contains(document.activeElement);
      all = all.filter((one) => keyOf(one) !== key);
      toast(t('monitors.made', { name: isolate(nameOf(made)) }));
      onMade(made);
      draw();
      // The keyboard goes on with the next one, or the one before.
      if (hadFocus && !list.contains(document.activeElement)) ([...list.querySelectorAll('button')].at(-1) ?? next).focus({ preventScroll: true });
    } catch (error) {
      toast(`${t('monitors.notMade')} ${refusalWords(error)}`);
    } finally {
      busy.delete(key);
    }
  }

  function draw() {
    element.hidden = !isShown || (all ?? []).length === 0;
    if (element.hidden) return;
    title.textContent = t(monitors.length === 0 ? 'monitors.suggest.first' : 'monitors.suggest.more');
    about.textContent = t('monitors.suggest.about');
    about.hidden = monitors.length > 0;
    const known = new Map(monitors.map((one) => [one.id, one]));
    const lines = all.map((one) => [nameOf(one), whatWords(one, store.state.devices), parentNames(one, known)]);
    const signature = JSON.stringify([currentLanguage(), lines, all]);
    if (signature === drawn) return;
    drawn = signature;
    redraw(list, ...all.map((one, index) => h('li', {}, button('suggestion', () => take(one), symbol('show'),
      h('span', {}, bdi(lines[index][0], { class: 'monitor-name' }), h('span', { class: 'muted', dir: 'auto' }, lines[index][1]),
        lines[index][2] === '' ? null : h('span', { class: 'muted', dir: 'auto' }, lines[index][2])),
      h('span', { class: 'suggestion-act' }, t('monitors.suggest.take'))))));
  }

  return {
    element,
    /// Shows what is suggested beside so many monitors; asked for again when there are others.
    show(isWanted, now) {
      isShown = isWanted;
      monitors = now;
      const signature = monitors.map((one) => one.id).sort().join(' ');
      if (isShown && signature !== asked) load(signature);
      draw();
    },
  };
}
