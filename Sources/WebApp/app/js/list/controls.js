// Search, filters and order above the list.

import { bdi, button, emit, h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { kindsOf, SORTS, vendorsOf } from '../model/search.js';
import { symbol } from '../shell/symbols.js';

const PRESENCES = ['all', 'online', 'away', 'new', 'hidden'];

// The most makers that the list offers.
const MOST_VENDORS = 200;

/// Makes the controls; `onFilter(partial)` is called with the choice.
export function createControls({ onFilter, language }) {
  const input = h('input', {
    type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
    on: { input: () => onFilter({ text: input.value }) },
  });
  const clear = button('icon-button', () => { onFilter({ text: '' }); input.focus(); }, symbol('close'));
  const past = button('icon-button narrow-only', () => emit(past, 'open-past'), symbol('history'));
  const sort = select('sort', { symbolName: 'sort', classes: 'chip sorting' });
  const kind = select('kind', { symbolName: 'chevron' });
  const vendor = select('vendor', { symbolName: 'chevron' });
  const presences = h('fieldset', { class: 'presences' });
  const radios = new Map();
  const count = h('p', { class: 'list-count' });
  const element = h('div', { class: 'list-controls' },
    h('div', { class: 'list-search' },
      h('div', { class: 'search-box' }, symbol('search'), input, clear), sort.element, past),
    h('div', { class: 'filters' }, presences, kind.element, vendor.element),
    count);

  function select(key, { symbolName, classes = 'chip' }) {
    const face = bdi('');
    const control = h('select', { on: { change: () => onFilter({ [key]: control.value }) } });
    const chip = h('span', { class: classes }, control,
      h('span', { class: 'chip-face', 'aria-hidden': 'true' }, classes === 'chip' ? face : null, symbol(symbolName)));
    let options = '';
    return {
      element: chip,
      set(label, value, entries) {
        control.setAttribute('aria-label', label);
        control.title = label;
        const signature = JSON.stringify(entries);
        if (signature !== options && document.activeElement !== control) {
          options = signature;
          control.replaceChildren(...entries.map(([id, text]) => h('option', { value: id }, text)));
        }
        control.value = value;
        face.textContent = entries.find(([id]) => id === value)?.[1] ?? label;
        chip.toggleAttribute('data-chosen', key !== 'sort' && value !== '');
      },
    };
  }

  function radio(presence) {
    const box = h('input', {
      type: 'radio', name: 'presence', value: presence,
      on: { change: () => onFilter({ presence }) },
    });
    const words = h('span', { class: 'chip-face' });
    return { box, words, element: h('label', { class: 'chip' }, box, words) };
  }

  function words() {
    input.placeholder = t('list.searchHint');
    input.setAttribute('aria-label', t('list.search'));
    clear.setAttribute('aria-label', t('list.clearSearch'));
    past.setAttribute('aria-label', t('past.open'));
    presences.setAttribute('aria-label', t('list.presence'));
  }

  for (const presence of PRESENCES) {
    radios.set(presence, radio(presence));
    presences.append(radios.get(presence).element);
  }

  return {
    element,
    focus() { input.focus(); },
    /// Draws what is chosen and what can be.
    update(filter, devices, shown) {
      words();
      if (input.value !== filter.text) input.value = filter.text;
      clear.hidden = filter.text === '';
      const list = [...devices.values()];
      for (const [presence, one] of radios) {
        one.words.textContent = t(`list.${presence}`);
        one.box.checked = filter.presence === presence;
        const isRare = presence === 'new' || presence === 'hidden';
        one.element.hidden = isRare && filter.presence !== presence
          && !list.some((device) => (presence === 'new' ? device.new : device.hidden));
      }
      sort.set(t('list.sort'), filter.sort, SORTS.map((key) => [key, t(`sort.${key}`)]));
      kind.set(t('list.kind'), filter.kind, [
        ['', t('list.anyKind')], ...kindsOf(list).map((key) => [key, t(`kind.${key}`)])]);
      vendor.set(t('list.vendor'), filter.vendor, [
        ['', t('list.anyVendor')],
        ...vendorsOf(list, language()).slice(0, MOST_VENDORS).map((name) => [name, isolate(name)])]);
      count.textContent = shown === list.length
        ? t('list.shown', { count: shown }) : t('list.shownOf', { shown, total: list.length });
    },
  };
}
