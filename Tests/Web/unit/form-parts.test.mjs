// Parts of the forms of monitors and alerts: what is typed stays, and belongs where it was typed.

import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { installDocument } from '../support/dom.mjs';
import { alerting } from '../../../Sources/WebApp/app/js/alerts/requests.js';
import { createChannelsView } from '../../../Sources/WebApp/app/js/alerts/channels-view.js';
import { createRuleForm } from '../../../Sources/WebApp/app/js/alerts/rule-form.js';
import { createRulesView } from '../../../Sources/WebApp/app/js/alerts/rules-view.js';
import { englishAlerts } from '../../../Sources/WebApp/app/js/i18n/en/alerts.js';
import { englishMonitors } from '../../../Sources/WebApp/app/js/i18n/en/monitors.js';
import { addEnglish, setLanguage } from '../../../Sources/WebApp/app/js/i18n/i18n.js';
import { createHeaders } from '../../../Sources/WebApp/app/js/monitors/headers-view.js';
import { HIDDEN, rowsOf } from '../../../Sources/WebApp/app/js/monitors/headers.js';
import { createParents } from '../../../Sources/WebApp/app/js/monitors/parents-view.js';
import { createWindows } from '../../../Sources/WebApp/app/js/monitors/windows-view.js';

addEnglish(englishMonitors);
addEnglish(englishAlerts);

let page = null;
beforeEach(() => { page = installDocument(); });
afterEach(async () => {
  page.end();
  await setLanguage('en');
});

/// Puts a part on the page.
function shown(part) {
  page.document.body.append(part.element);
  return part;
}

const buttonOf = (element, words) => element.querySelectorAll('button').find((one) => (one.getAttribute('aria-label') ?? one.textContent).startsWith(words));
const inputOf = (element, label) => element.querySelectorAll('label').find((one) => one.textContent === label)?.querySelector('input');
const press = (element, key) => element.happen('keydown', { key });

test('a note stays when the time of maintenance is of another kind', () => {
  const { element, value } = shown(createWindows([]));
  buttonOf(element, 'Once').click();
  inputOf(element, 'Note').enter('New disks');
  buttonOf(element, 'Weekly').click();
  assert.equal(inputOf(element, 'Note').value, 'New disks');
  inputOf(element, 'Sat').checked = true;
  inputOf(element, 'At').enter('02:00');
  inputOf(element, 'Minutes').enter('90');
  buttonOf(element, 'Add the time').click();
  assert.deepEqual(value(), [{ days: ['sat'], start: '02:00', minutes: 90, note: 'New disks' }]);
  buttonOf(element, 'Once').click();
  assert.equal(inputOf(element, 'Note').value, '', 'the next one begins empty');
});

test('a time of maintenance that is typed is taken, or said to lack something, before another is changed', () => {
  const kept = { from: '2026-03-04T10:00:17.000Z', to: '2026-03-04T12:00:00.000Z', note: 'x' };
  const { element, value } = shown(createWindows([kept]));
  buttonOf(element, 'Once').click();
  buttonOf(element, 'Change').click();
  assert.equal(inputOf(element, 'Note').value, 'x', 'nothing was typed');
  inputOf(element, 'Note').enter('y');
  buttonOf(element, 'Weekly').click();
  assert.deepEqual(value(), [{ ...kept, note: 'y' }], 'what was changed is taken');
  inputOf(element, 'At').enter('02:00');
  buttonOf(element, 'Change').click();
  assert.equal(inputOf(element, 'At').value, '02:00');
  assert.equal(element.querySelector('.field-wrong').textContent, 'Choose at least one day.');
});

test('a secret is said to be kept while its header has its name', () => {
  const { element } = shown(createHeaders(rowsOf([{ name: 'Authorization', value: HIDDEN }, { name: 'Accept', value: 'text/html' }])));
  const [name, value, , other] = element.querySelectorAll('input');
  assert.equal(value.getAttribute('placeholder'), 'kept; type to replace it');
  name.enter('X-Access');
  assert.equal(value.getAttribute('placeholder'), null);
  name.enter('authorization');
  assert.equal(value.getAttribute('placeholder'), 'kept; type to replace it');
  assert.equal(other.getAttribute('placeholder'), null);
});

test('Enter in a search saves nothing', () => {
  const monitors = Array.from({ length: 9 }, (_, index) => ({ id: `m${index}`, name: `Monitor ${index}`, state: 'up' }));
  const parents = shown(createParents({ own: 'x', chosen: ['m1'], monitors: () => monitors, devices: [] }));
  const rule = shown(createRuleForm({ channels: [], devices: monitors, monitors: [] }));
  const searches = [...parents.element.querySelectorAll('[type="search"]'), ...rule.element.querySelectorAll('[type="search"]')];
  assert.equal(searches.length, 2);
  for (const search of searches) {
    assert.ok(press(search, 'Enter').isPrevented);
    assert.ok(!press(search, 'a').isPrevented);
  }
  searches[0].enter('nobody');
  assert.equal(parents.element.querySelectorAll('input[type="checkbox"]').length, 1, 'what is chosen stays in sight');
  assert.equal(parents.element.querySelector('[role="status"]').textContent, 'No monitor has that name.');
  searches[0].enter('monitor 1');
  assert.equal(parents.element.querySelector('[role="status"]').textContent, '');
});

const RULES = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase(), events: ['monitor_down'], devices: null, monitors: null, channels: ['c'], hours: null, quiet_hours: null,
  group_wait_s: 30, repeat_s: null, on: true, source: 'user' }));
const CHANNELS = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase(), service: 'mine', settings: { topic: id }, secrets: [], on: true, source: 'user' }));

/// A book that is loaded.
const book = () => ({
  rules: RULES, channels: CHANNELS, monitors: [], waiting: [], services: [{ name: 'mine', label: 'Mine', settings: [{ name: 'topic', label: 'Topic', help: '', required: true, secret: false }] }],
  watch() {}, async load() {}, failureOf: () => null, find: () => null,
});

const views = {
  rules: (given) => createRulesView({ book: given, store: { state: { devices: new Map() } } }),
  channels: (given) => createChannelsView({ book: given, beside: null, onEdit() {} }),
};

for (const [kind, make] of Object.entries(views)) {
  const edit = (element, id) => element.querySelector(`[data-entry="${id}"] [data-act="edit"]`).click();
  const form = (element) => element.querySelector('form');
  const name = (element) => form(element).querySelector('input');

  test(`an answer to one form of ${kind} leaves another open`, async (context) => {
    // Toasts stay for seconds.
    context.mock.method(globalThis, 'setTimeout', () => 0);
    for (const id of ['toasts', 'live']) page.document.body.append(Object.assign(page.document.createElement('div'), { id }));
    const waiting = [];
    context.mock.method(alerting, 'change', (_, id) => new Promise((resolve) => { waiting.push(() => resolve({ id, name: 'A' })); }));
    const { element, show } = shown(make(book()));
    show(true);
    edit(element, 'a');
    name(element).enter('Another name');
    form(element).happen('submit');
    edit(element, 'b');
    name(element).enter('Typed');
    waiting[0]();
    await new Promise(setImmediate);
    assert.equal(name(element).value, 'Typed');
    form(element).happen('submit');
    waiting[1]();
    await new Promise(setImmediate);
    assert.equal(form(element), null, 'its own answer closes it');
  });

  test(`what is typed of ${kind} stays in another language`, async () => {
    const { element, show } = shown(make(book()));
    show(true);
    edit(element, 'a');
    name(element).enter('Typed');
    show(false);
    await setLanguage('de');
    show(true);
    assert.equal(name(element).value, 'Typed');
  });
}
