// Every kind has a glyph of its own.

import assert from 'node:assert/strict';
import test from 'node:test';

import { GLYPH_KINDS, glyphPath } from '../../../Sources/WebApp/app/js/icons.js';
import { KIND_RADIUS } from '../../../Sources/WebApp/app/js/map/layout.js';
import { KINDS } from '../../../Sources/WebApp/app/js/model/device.js';

test('every kind has a glyph of its own, and a place', () => {
  const kinds = [...KINDS, 'apple'].toSorted();
  assert.deepEqual(GLYPH_KINDS.toSorted(), kinds);
  assert.deepEqual(Object.keys(KIND_RADIUS).toSorted(), kinds);
  assert.equal(new Set(kinds.map(glyphPath)).size, kinds.length);
});

test('a kind that nobody knows has the unknown glyph', () => {
  assert.equal(glyphPath('toaster'), glyphPath('unknown'));
  assert.equal(glyphPath('constructor'), glyphPath('unknown'));
});
