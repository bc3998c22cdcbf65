// Server-Sent Events as they come in pieces, and how long is waited between tries.

import assert from 'node:assert/strict';
import test from 'node:test';
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
