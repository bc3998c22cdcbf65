// Server-Sent Events as they come in pieces, and how long is waited between tries.

import assert from 'node:assert/strict';
import test from 'node:test';
import { followEvents } from '../../../Sources/WebApp/app/js/model/events.js';
import { backOff, EventReader } from '../../../Sources/WebApp/app/js/model/sse.js';

const stream = ': hello\r\n\r\nid: x-1\nevent: snapshot\ndata: {"a":\ndata: 1}\n\nid: x-2\ndata:plain\n\nevent: lost\n\n';
const expected = [
  { comment: 'hello' },
  { type: 'snapshot', data: '{"a":\n1}', id: 'x-1' },
  { type: 'message', data: 'plain', id: 'x-2' },
];

test('events are the same however the text is cut', () => {
  for (let size = 1; size <= stream.length; size += 1) {
    const reader = new EventReader();
    const events = [];
    for (let at = 0; at < stream.length; at += size) events.push(...reader.push(stream.slice(at, at + size)));
    assert.deepEqual(events, expected, `pieces of ${size}`);
  }
});

test('a long line in many pieces is searched once', (context) => {
  const pieces = Array(400).fill('x'.repeat(100));
  const length = 40_000;
  const { indexOf } = String.prototype;
  let searched = 0;
  context.mock.method(String.prototype, 'indexOf', function search(what, from = 0) {
    searched += this.length - from;
    return indexOf.call(this, what, from);
  });
  const reader = new EventReader();
  for (const piece of ['data: ', ...pieces]) assert.deepEqual(reader.push(piece), []);
  const [event] = reader.push('\n\n');
  assert.equal(event.data.length, length);
  // Once for its end, once for its colon.
  assert.ok(searched < 3 * length, `${searched} characters searched`);
});

test('the time is that of the answer, whatever its events say', async (context) => {
  const date = 'Tue, 10 Mar 2026 12:00:00 GMT';
  const old = '2026-03-10T11:00:00Z';
  const replayed = `id: a-2\nevent: change\ndata: {"devices":[],"status":{"now":"${old}"}}\n\n`;
  const answers = [new Response(replayed, { headers: { date } }), new Response('', { status: 401 })];
  context.mock.method(globalThis, 'fetch', async () => answers.shift());
  globalThis.document = { addEventListener() {} };
  globalThis.addEventListener = () => {};
  context.after(() => { delete globalThis.document; delete globalThis.addEventListener; });
  const told = [];
  let heard = 0;
  await new Promise((resolve) => {
    followEvents('events', {
      onEvent: () => { heard += 1; },
      onState: () => {},
      onTime: (text) => told.push(text),
      onLoggedOut: resolve,
    });
  });
  assert.equal(heard, 1);
  assert.deepEqual(told, [date]);
});

test('an event that did not end is no event, and does not count as heard', () => {
  const reader = new EventReader();
  assert.deepEqual(reader.push('id: 1\ndata: whole\n\ndata: ha'), [{ type: 'message', data: 'whole', id: '1' }]);
  assert.equal(reader.lastId, '1');
});

test('waiting grows to ten seconds, give or take a quarter', () => {
  assert.ok(backOff(0, 0.5) <= 500);
  for (let failures = 0; failures < 100; failures += 1) {
    assert.ok(backOff(failures, 1) >= backOff(failures, 0));
    assert.ok(backOff(failures, 1) <= 12_500);
    assert.ok(backOff(failures + 1, 0) >= backOff(failures, 0));
  }
});
