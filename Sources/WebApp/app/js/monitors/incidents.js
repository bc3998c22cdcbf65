// The incidents of a monitor: why, confirmed by what, and what the diagnosis found.

import { button, h, setText } from '../dom.js';
import { serverNow } from '../i18n/clock.js';
import { t } from '../i18n/i18n.js';
import { announce, toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { SIGNS, stateOf } from './states.js';
import { exact, incidentWhen, messageSentence, stateWord } from './words.js';

const said = (words) => h('bdi', { dir: 'auto' }, words);

/// A labelled sentence; null where there is none.
const line = (key, words) => (words === '' ? null : h('div', { class: 'incident-line' }, h('dt', {}, t(key)), h('dd', {}, said(words))));

/// Acknowledges an incident; gives it as it is now, null where that failed.
export async function acknowledge(id) {
  try {
    const incident = await requests.acknowledge(id);
    announce(t('monitors.acknowledged'));
    return incident;
  } catch (error) {
    toast(`${t('monitors.notAcknowledged')} ${refusalWords(error)}`);
    return null;
  }
}

/// Makes the card; `onChange()` is called when an incident was acknowledged.
export function createIncidents({ onChange }) {
  const title = h('h3', { tabindex: '-1' });
  const list = h('ul', { class: 'card-body incidents', role: 'list' });
  const none = h('p', { class: 'muted' });
  const element = h('section', { class: 'card', hidden: true }, title, list, none);
  let all = null;

  function row(incident) {
    const { diagnosis } = incident;
    const state = stateOf(incident.state);
    const evidence = (diagnosis?.evidence ?? []).map((one) => h('li', {}, said(messageSentence(one))));
    return h('li', { class: 'incident', data: { state, id: String(incident.id) } },
      h('span', { class: 'monitor-sign', 'aria-hidden': 'true' }, symbol(SIGNS[state])),
      h('div', { class: 'incident-body' },
        h('p', {}, h('strong', {}, stateWord(state)), ' ', h('time', { datetime: incident.from, title: exact(incident.from) }, incidentWhen(incident, serverNow()))),
        h('dl', {}, line('monitors.incident.why', messageSentence(incident.reason)),
          line('monitors.incident.confirmed', messageSentence(incident.confirmed_by)),
          line('monitors.incident.diagnosis', messageSentence(diagnosis))),
        evidence.length === 0 ? null : h('details', { class: 'chart-details' }, h('summary', {}, t('monitors.incident.evidence', { count: evidence.length }), symbol('chevron')),
          h('ul', { class: 'incident-evidence', role: 'list' }, evidence)),
        incident.acknowledged ? h('p', { class: 'muted' }, t('monitors.incident.acknowledged'))
          : incident.to ? null : button('button', () => confirm(incident), symbol('check'), t('monitors.acknowledge'))));
  }

  async function confirm(incident) {
    const hadFocus = list.contains(document.activeElement);
    const now = await acknowledge(incident.id);
    if (now === null) return;
    all = all.map((one) => (one.id === now.id ? now : one));
    draw();
    if (hadFocus) title.focus({ preventScroll: true });
    onChange();
  }

  function draw() {
    element.hidden = all === null;
    if (element.hidden) return;
    setText(title, t('monitors.incidents'));
    setText(none, t('monitors.noIncidents'));
    none.hidden = all.length > 0;
    list.hidden = all.length === 0;
    const open = new Set([...list.querySelectorAll('.incident:has(details[open])')].map((one) => one.dataset.id));
    list.replaceChildren(...all.map(row));
    for (const one of list.querySelectorAll('details')) one.open = open.has(one.closest('.incident').dataset.id);
  }

  return {
    element,
    /// Shows incidents, the newest first; null where they could not be had.
    show(next) {
      all = next;
      draw();
    },
  };
}
