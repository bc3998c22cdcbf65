// The view of monitors: a form is of one monitor, and so is what an answer says.

import assert from 'node:assert/strict';
import test, { after, afterEach, beforeEach } from 'node:test';
import { installDocument } from '../support/dom.mjs';
import { setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { requests } from '../../../Sources/WebApp/app/js/monitors/requests.js';

// The page's own globals, as far as the view takes them.
const page = installDocument();
class Observer { observe() {} unobserve() {} disconnect() {} }
Object.assign(globalThis, { addEventListener() {}, location: { hash: '' }, IntersectionObserver: Observer, ResizeObserver: Observer });
const { createMonitors } = await import('../../../Sources/WebApp/app/js/monitors/view.js');
const { feed } = await import('../../../Sources/WebApp/app/js/monitors/live.js');
await import('../../../Sources/WebApp/app/js/monitors/form-view.js');
after(() => {
  page.end();
  for (const name of ['addEventListener', 'location', 'IntersectionObserver', 'ResizeObserver']) delete globalThis[name];
});
afterEach(() => setLanguage('en'));

const monitor = (id, more = {}) => ({
  id, name: id, kind: 'icmp', target: 'nas.lan', state: 'up', source: 'user', interval_s: 60, timeout_s: 10, down_after: { m: 3, n: 3 }, up_after: { m: 2, n: 2 },
  degraded: {}, options: {}, conditions: [], parents: [], maintenance: [], uptime: {}, incident: null, muted_until: null, ...more,
});
const buttonOf = (element, words) => element.querySelectorAll('button').find((one) => one.textContent.includes(words));
const settled = async () => { for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate); };

let element = null;
let go = null;
beforeEach(() => {
  page.document.body.replaceChildren(...['toasts', 'live'].map((id) => Object.assign(page.document.createElement('div'), { id })));
});

/// Opens the view of monitors at the first of them; nothing is drawn later, and nothing is asked for.
function open(context, monitors) {
  context.mock.method(globalThis, 'setTimeout', () => 0);
  context.mock.method(globalThis, 'setInterval', () => 0);
  context.mock.method(feed, 'load', async () => {});
  feed.take({ monitors });
  for (const name of ['bars', 'samples', 'incidents']) context.mock.method(requests, name, () => new Promise(() => {}));
  let react = null;
  const store = {
    state: { route: { base: 'monitors', monitor: monitors[0].id, panel: null }, devices: new Map(), preferences: {} },
    watch(_, call) {
      react = call;
      call(this.state, new Set(['route']));
    },
  };
  element = page.document.createElement('section');
  page.document.body.append(element);
  createMonitors(element, { store, onClose() {} });
  go = (route, changed = 'route') => {
    store.state = { ...store.state, route: { panel: null, ...route } };
    react(store.state, new Set([changed]));
  };
}

test('a form stays with its monitor, also by way of the map', async (context) => {
  open(context, [monitor('a'), monitor('b')]);
  buttonOf(element, 'Edit').click();
  await settled();
  element.querySelector('[maxlength="80"]').enter('Typed');
  go({ base: 'map' });
  go({ base: 'monitors', monitor: 'a' });
  assert.equal(element.querySelector('[maxlength="80"]').value, 'Typed', 'whoever comes back finds it');
  await setLanguage('de');
  go({ base: 'monitors', monitor: 'a' }, 'preferences');
  assert.equal(element.querySelector('[maxlength="80"]').value, 'Typed', 'in another language, too');
  await setLanguage('en');
  go({ base: 'map' });
  go({ base: 'monitors', monitor: 'b' });
  assert.equal(element.querySelector('form'), null);
  assert.equal(element.querySelector('h2').textContent, 'b');
});

test('an incident that is acknowledged stays with its monitor', async (context) => {
  const incident = { id: 7, state: 'down', from: '2026-03-04T10:00:00Z', to: null, acknowledged: false };
  open(context, [monitor('a', { state: 'down', incident }), monitor('b')]);
  let answer = null;
  context.mock.method(requests, 'acknowledge', () => new Promise((resolve) => { answer = resolve; }));
  buttonOf(element, 'Acknowledge').click();
  go({ base: 'monitors', monitor: 'b' });
  answer({ ...incident, acknowledged: true });
  await settled();
  assert.deepEqual(['a', 'b'].map((id) => feed.monitors.get(id).incident?.acknowledged), [true, undefined]);
});

test('that a monitor was not muted is no mistake of whoever left it', async (context) => {
  open(context, [monitor('a'), monitor('b')]);
  let fail = null;
  const asked = context.mock.method(requests, 'mute', () => new Promise((_, reject) => { fail = reject; }));
  const select = element.querySelector('[data-act="mute"]');
  select.value = '1h';
  select.happen('change');
  const loaded = feed.load.mock.callCount();
  go({ base: 'map' });
  fail(Object.assign(new Error('x'), { status: 503 }));
  await settled();
  assert.equal(asked.mock.callCount(), 1);
  assert.equal(feed.load.mock.callCount(), loaded + 1, 'the list is asked for all the same');
});
