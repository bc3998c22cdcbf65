// "Watch it" in a device's sheet: what is watched of it, and what could be, one tap each.

import { bdi, button, h, setAttribute, setText } from '../dom.js';
import { englishMonitors } from '../i18n/en/monitors.js';
import { addEnglish, currentLanguage, isolate, t } from '../i18n/i18n.js';
import { toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { bodyOf, choicesFor, isMade, monitorsOf, nameFor } from './choices.js';
import { monitorHash } from './hash.js';
import { feed } from './live.js';
import { refusalWords } from './refusal.js';
import { requests } from './requests.js';
import { nameOf, SIGNS, sorted, stateOf } from './states.js';
import { stateWords } from './words.js';

addEnglish(englishMonitors);

/// A choice in words.
function choiceWords({ what, port, service }) {
  if (what !== 'tcp') return t(`monitors.choice.${what}`);
  return service ? t('monitors.choice.service', { port: String(port), service: isolate(service) }) : t('monitors.choice.port', { port: String(port) });
}

/// Without the marks of direction, which have no place in a name.
const bare = (words) => words.replace(/[\u2066-\u2069]/g, '');

/// Makes the part; `update(device)` shows what is watched of a device.
export function createWatch() {
  const open = button('button', () => unfold(!isUnfolded), symbol('show'), h('span'));
  const watched = h('ul', { class: 'watched', role: 'list' });
  const choices = h('div', { class: 'watch-choices', id: 'watch-choices', role: 'group', hidden: true });
  const element = h('div', { class: 'watch', hidden: true }, watched, open, choices);
  open.setAttribute('aria-controls', 'watch-choices');
  let device = null;
  let isUnfolded = false;
  let drawn = '';
  const making = new Set();

  function unfold(next) {
    isUnfolded = next;
    draw();
    if (isUnfolded) {
      feed.load();
      choices.querySelector('button')?.focus({ preventScroll: true });
      choices.scrollIntoView({ block: 'nearest' });
    } else {
      open.focus({ preventScroll: true });
    }
  }

  async function make(choice) {
    if (making.has(choice.target + choice.kind)) return;
    making.add(choice.target + choice.kind);
    try {
      const made = await requests.make(bodyOf(choice, nameFor(device, bare(choiceWords(choice)))));
      feed.take({ monitors: [made] });
      toast(t('monitors.made', { name: isolate(nameOf(made)) }), { label: t('monitors.show'), act: () => { location.hash = monitorHash(made.id); } });
      unfold(false);
    } catch (error) {
      toast(`${t('monitors.notMade')} ${refusalWords(error)}`);
    } finally {
      making.delete(choice.target + choice.kind);
    }
  }

  function draw() {
    // A server that doesn't monitor says that there is no such place.
    // Before that is known there is the button, so that nothing moves when it is.
    element.hidden = feed.failure?.status === 404 || device === null;
    if (element.hidden) return;
    const all = [...feed.monitors.values()];
    const own = sorted(monitorsOf(device, all));
    const offered = choicesFor(device).filter((one) => !isMade(one, all));
    const signature = JSON.stringify([currentLanguage(), device.id, isUnfolded, offered, own.map((one) => [one.id, one.name, one.state, one.since])]);
    if (signature === drawn) return;
    drawn = signature;
    watched.hidden = own.length === 0;
    watched.replaceChildren(...own.map((one) => h('li', {}, h('a', { class: 'watched-one', href: monitorHash(one.id), data: { state: stateOf(one.state) } },
      h('span', { class: 'monitor-sign', 'aria-hidden': 'true' }, symbol(SIGNS[stateOf(one.state)])),
      h('span', {}, bdi(nameOf(one), { class: 'monitor-name' }), h('span', { class: 'muted' }, stateWords(one)))))));
    open.hidden = offered.length === 0;
    setText(open.lastChild, t(own.length === 0 ? 'monitors.watch' : 'monitors.watchMore'));
    setAttribute(open, 'aria-expanded', String(isUnfolded));
    choices.hidden = !isUnfolded || offered.length === 0;
    choices.setAttribute('aria-label', t('monitors.watchWhat'));
    const held = [...choices.children].indexOf(document.activeElement);
    choices.replaceChildren(...(choices.hidden ? [] : offered.map((one) => button('button', () => make(one), choiceWords(one)))));
    if (held >= 0) (choices.children[Math.min(held, choices.children.length - 1)] ?? open).focus({ preventScroll: true });
  }

  feed.watch(draw);
  return {
    element,
    /// Shows a device; the monitors are asked for again with another one.
    update(next) {
      const isOther = device?.id !== next.id;
      device = next;
      if (isOther) {
        isUnfolded = false;
        if (!feed.isLoaded || feed.isDue()) feed.load();
      }
      draw();
    },
  };
}
