// The tools: which there are, and the one that is chosen.

import { button, h, setAttribute } from '../dom.js';
import { englishTools } from '../i18n/en/tools.js';
import { addEnglish, currentLanguage, t } from '../i18n/i18n.js';
import { toolHash } from '../model/router.js';
import { symbol } from '../shell/symbols.js';
import { inOrder, suggestions, TOOLS } from './catalogue.js';
import { createPage } from './page.js';

addEnglish(englishTools);

const KNOWN = new Set(Object.keys(TOOLS));
const nameOf = (name) => t(`tools.name.${name}`);
const aboutOf = (name) => (KNOWN.has(name) ? t(`tools.about.${name}`) : '');

/// Puts the tools into an element; `onClose()` leads back to the map.
export function createTools(element, { store, onClose }) {
  const heading = h('h2', { tabindex: '-1' });
  const about = h('p', { class: 'muted' });
  const close = button('icon-button wide-only', onClose, symbol('close'));
  const chips = h('nav', { class: 'tool-chips' });
  const place = h('div', { class: 'tool-place' });
  const inner = h('div', { class: 'tools-inner' },
    h('div', { class: 'tools-head' }, h('div', {}, heading, about), close), chips, place);
  element.append(inner);
  const pages = new Map();
  let drawn = '';
  let openName;

  const offered = () => inOrder(store.state.tools ?? []);
  const suggest = () => suggestions(store.state.devices.values());

  function page(name) {
    if (!pages.has(name)) {
      const tool = offered().find((one) => one.name === name);
      if (!tool) return null;
      pages.set(name, createPage(tool, { suggest }));
    }
    return pages.get(name);
  }

  function overview() {
    if (store.state.tools === null) return h('p', { class: 'muted' }, t('app.loading'));
    if (offered().length === 0) return h('p', { class: 'muted' }, t('tools.none'));
    return h('ul', { class: 'tool-cards' }, offered().map(({ name }) => h('li', {},
      h('a', { class: 'tool-card', href: toolHash(name) }, h('span', { class: 'tool-sign' }, symbol(TOOLS[name]?.symbol ?? 'tools')),
        h('span', {}, h('span', { class: 'tool-name' }, nameOf(name)), h('span', { class: 'muted' }, aboutOf(name)))))));
  }

  /// What is typed for one tool is there for the next.
  function targetNow() {
    return openName ? pages.get(openName)?.target() ?? '' : '';
  }

  function drawFrame(name) {
    heading.textContent = name ? nameOf(name) : t('tools.title');
    about.textContent = name ? aboutOf(name) : t('tools.intro');
    close.setAttribute('aria-label', t('detail.close'));
    chips.hidden = !name;
    chips.setAttribute('aria-label', t('tools.title'));
    chips.replaceChildren(...offered().map((one) => {
      const chip = h('a', { class: 'tool-chip', href: toolHash(one.name) }, symbol(TOOLS[one.name]?.symbol ?? 'tools'), nameOf(one.name));
      setAttribute(chip, 'aria-current', one.name === name ? 'page' : null);
      chip.addEventListener('click', () => {
        const target = targetNow();
        const isSameKind = ['whois', 'asn'].includes(one.name) === ['whois', 'asn'].includes(name);
        if (target && isSameKind) chip.href = toolHash(one.name, target);
      });
      return chip;
    }));
    chips.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }

  function draw(state, changed) {
    const { route, tools, toolStart } = state;
    element.hidden = route.base !== 'tools';
    if (element.hidden) {
      if (openName) pages.get(openName)?.stop();
      drawn = '';
      openName = undefined;
      return;
    }
    const wanted = route.tool?.name ?? null;
    const name = tools && tools.some((one) => one.name === wanted) ? wanted : null;
    const signature = JSON.stringify([currentLanguage(), name, tools?.map((one) => one.name) ?? null]);
    const isOther = signature !== drawn;
    if (isOther) {
      const isMove = openName !== name;
      if (openName && isMove) pages.get(openName)?.stop();
      drawFrame(name);
      const one = name && page(name);
      place.replaceChildren(one ? one.element : overview());
      drawn = signature;
      openName = name;
      if (isMove) {
        element.scrollTop = 0;
        if (!toolStart && route.panel === null) heading.focus({ preventScroll: true });
      }
    }
    const one = name && page(name);
    if (!one) return;
    if (isOther || changed?.has('route')) {
      const { host } = route.tool.query;
      if (host && route.panel === null && host !== one.target() && !toolStart) one.fill({ host });
    }
    if (toolStart?.name === name) {
      store.update({ toolStart: null });
      one.fill(toolStart.values);
      heading.focus({ preventScroll: true });
      one.start();
    }
  }

  // Words in forms and results are made with them: another language makes them anew.
  let language = currentLanguage();
  store.watch(['route', 'tools', 'toolStart', 'preferences', 'devices'], (state, changed) => {
    if (language !== currentLanguage()) {
      language = currentLanguage();
      for (const one of pages.values()) one.stop();
      pages.clear();
      drawn = '';
    } else if (changed && changed.size === 1 && changed.has('devices')) {
      return;
    }
    draw(state, changed);
  });
}
