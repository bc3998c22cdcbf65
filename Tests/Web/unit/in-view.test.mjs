// What is in view below a title that stays at the top.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isClear } from '../../../Sources/WebApp/app/js/history/in-view.js';

const frame = { top: 100, bottom: 500 };

test('a control is in view between the title and the end of the scroller', () => {
  assert.ok(isClear({ top: 200, bottom: 240 }, frame, 100));
  assert.ok(isClear({ top: 460, bottom: 500 }, frame, 100));
  assert.ok(!isClear({ top: 180, bottom: 220 }, frame, 100), 'the title covers it');
  assert.ok(!isClear({ top: 470, bottom: 510 }, frame, 100), 'it ends below');
  assert.ok(!isClear({ top: 900, bottom: 940 }, frame, 100));
});

test('a fraction of a pixel is a matter of rounding', () => {
  assert.ok(isClear({ top: 199.5, bottom: 239.5 }, frame, 100));
  assert.ok(isClear({ top: 460.4, bottom: 500.4 }, frame, 100));
});
