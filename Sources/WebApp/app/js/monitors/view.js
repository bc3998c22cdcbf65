// The monitors: which there are, the one that is looked at, or the form of one.

import { button, h, setText } from '../dom.js';
import { addEnglish, currentLanguage, t } from '../i18n/i18n.js';
import { englishHistory } from '../i18n/en/history.js';
import { englishMonitors } from '../i18n/en/monitors.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { createDetailView } from './detail-view.js';
import { monitorHash } from './hash.js';
import { createListView } from './list-view.js';
import { feed, follow } from './live.js';
import { createPlaces } from './places.js';

addEnglish(englishHistory);
addEnglish(englishMonitors);

// What comes in bursts is drawn together.
const DRAW_MS = 100;

/// Puts the monitors into an element; `onClose()` leads back to the map.
export function createMonitors(element, { store, onClose }) {
  const heading = h('h2', { tabindex: '-1', dir: 'auto' });
  const close = button('icon-button wide-only', onClose, symbol('close'));
  const places = createPlaces();
  const content = h('div', { class: 'monitors-content' });
  element.append(h('div', { class: 'tools-inner' }, h('div', { class: 'tools-head' }, h('div', {}, heading), close), places.element, content));
  let isOpen = false;
  let language = null;
  let unfollow = null;
  let timer = null;
  // What is shown: the id of a monitor, or null for the list; and a form over it.
  let id = null;
  let form = null;
  let views = null;
  let opening = 0;

  const isHere = () => store.state.route.base === 'monitors';

  /// Everything with words of its own, made anew for another language; not what is typed in a form.
  function build() {
    views = {
      list: createListView({ store, onNew: () => openForm(null), onMade: (made) => feed.take({ monitors: [made] }) }),
      detail: createDetailView({ store, onEdit: openForm, onRemoved() { location.hash = '#/monitors'; } }),
    };
  }

  /// Opens the form, which is loaded when it is first wanted, unless another place is shown meanwhile.
  async function openForm(monitor) {
    opening += 1;
    const mine = opening;
    let createForm;
    try {
      ({ createForm } = await import('./form-view.js'));
    } catch {
      toast(t('monitors.noForm'));
      return;
    }
    if (mine !== opening || !isOpen || id !== (monitor?.id ?? null)) return;
    const opened = {
      monitor, view: createForm({
        store, monitor,
        onDone(made) {
          feed.take({ monitors: [made] });
          // Whoever went elsewhere while it was saved stays there.
          if (form !== opened) return;
          form = null;
          if (made.id === id) place();
          else location.hash = monitorHash(made.id);
          heading.focus({ preventScroll: true });
        },
        onCancel: closeForm,
      }),
    };
    form = opened;
    place();
    element.scrollTop = 0;
    form.view.focus();
  }

  function closeForm() {
    form = null;
    place();
    heading.focus({ preventScroll: true });
  }

  /// Puts what is shown where it is shown.
  function place() {
    const shown = form ? form.view.element : id === null ? views.list.element : views.detail.element;
    if (content.firstChild !== shown) content.replaceChildren(shown);
    views.list.show(isOpen && !form && id === null);
    if (id === null) views.detail.leave();
    draw();
  }

  function draw() {
    timer = null;
    if (!isOpen) return;
    if (!form && id === null) views.list.draw();
    if (!form && id !== null) views.detail.show(id);
    const name = form ? t(form.monitor ? 'monitors.editing' : 'monitors.adding') : id === null ? '' : views.detail.name();
    setText(heading, name || t('monitors.title'));
    close.setAttribute('aria-label', t('detail.close'));
    places.update('monitors');
  }

  function drawSoon() {
    timer ??= setTimeout(draw, DRAW_MS);
  }

  feed.watch(drawSoon);
  store.watch(['route', 'preferences', 'devices'], ({ route }, changed) => {
    if (language !== currentLanguage()) {
      language = currentLanguage();
      build();
      content.replaceChildren();
    } else if (changed.size === 1 && changed.has('devices')) {
      if (isOpen && !form) drawSoon();
      return;
    }
    const wasOpen = isOpen;
    const before = id;
    isOpen = isHere();
    element.hidden = !isOpen;
    if (!isOpen) {
      unfollow?.();
      unfollow = null;
      views.list.show(false);
      views.detail.leave();
      return;
    }
    unfollow ??= follow();
    id = route.monitor ?? null;
    const isMove = !wasOpen || id !== before;
    // A form is of one monitor.
    if (id !== before) form = null;
    place();
    if (!isMove) return;
    element.scrollTop = 0;
    if (route.panel !== null) return;
    if (id === null && before !== null && wasOpen) views.list.focus(before);
    if (!content.contains(document.activeElement)) heading.focus({ preventScroll: true });
  });
}
