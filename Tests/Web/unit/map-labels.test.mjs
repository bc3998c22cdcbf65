// Labels: none overlaps, what matters comes first, and hostile names are cut to fit.

import assert from 'node:assert/strict';
import test from 'node:test';

import { placeLabels } from '../../../Sources/WebApp/app/js/map/labels.js';
import { firstWords, inTwoLines, shortened, tidied } from '../../../Sources/WebApp/app/js/map/text.js';

const BOUNDS = { left: -195, right: 195, top: -350, bottom: 350 };
const item = (key, x, y, more = {}) => ({
  key, x, y, disc: 17, forms: [{ width: 80, height: 15 }, { width: 50, height: 30 }], priority: 1, ...more,
});
const boxOf = (one, place) => {
  const { width, height } = one.forms[place.form];
  const left = one.x + place.x;
  const top = one.y + place.y;
  return { left, top, right: left + width, bottom: top + height };
};
const overlap = (one, other) => one.left < other.right && one.right > other.left
  && one.top < other.bottom && one.bottom > other.top;

/// Items strewn by a small generator with a seed.
function strewn(count, seed) {
  let state = seed;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return Array.from({ length: count }, (_, index) =>
    item(`k${index}`, next() * 360 - 180, next() * 660 - 330, { priority: index % 5 }));
}

test('no label overlaps a label, another disc or the edge', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const items = strewn(60, seed);
    const places = placeLabels(items, BOUNDS);
    const boxes = items.filter(({ key }) => places.has(key))
      .map((one) => ({ key: one.key, box: boxOf(one, places.get(one.key)) }));
    assert.ok(boxes.length > 5);
    boxes.forEach(({ key, box }, index) => {
      assert.ok(box.left >= -195.5 && box.right <= 195.5 && box.top >= -350.5 && box.bottom <= 350.5);
      for (const other of boxes.slice(index + 1)) assert.ok(!overlap(box, other.box), `${key} ${other.key}`);
      for (const { key: owner, x, y, disc } of items) {
        if (owner === key) continue;
        const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        assert.ok(away >= disc, `${key} over ${owner}`);
      }
    });
  }
});

test('where room is short, the higher rank has it', () => {
  const forms = [{ width: 190, height: 15 }];
  const items = [item('low', -20, 0, { forms }), item('high', 20, 0, { forms, priority: 9 })];
  const places = placeLabels(items, { left: -100, right: 100, top: -20, bottom: 40 });
  assert.deepEqual([...places.keys()], ['high']);
});

test('the chosen is always labelled', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => item(`k${index}`, (index % 6) * 30 - 75, Math.floor(index / 6) * 30 - 60));
  crowd[14].priority = Infinity;
  assert.ok(placeLabels(crowd, BOUNDS).has('k14'));
});

test('a label keeps its side while it fits', () => {
  const alone = [item('one', 0, 60)];
  assert.equal(placeLabels(alone, BOUNDS).get('one').side, 'below');
  alone[0].previous = { side: 'left', form: 1 };
  const kept = placeLabels(alone, BOUNDS).get('one');
  assert.deepEqual([kept.side, kept.form], ['left', 1]);
});

test('a label at the edge slides inwards', () => {
  const edge = item('edge', 170, 100);
  const place = placeLabels([edge], BOUNDS).get('edge');
  assert.ok(boxOf(edge, place).right <= 195.5);
});

test('labels keep clear of the controls', () => {
  const near = item('near', 150, 250);
  const covered = { left: 135, right: 195, top: 268, bottom: 350 };
  const place = placeLabels([near], BOUNDS, [covered]).get('near');
  assert.ok(!overlap(boxOf(near, place), covered));
});

test('a label is compared with what is near it, not with everything', () => {
  let compared = 0;
  const spread = (one) => ({ ...one, x: one.x * 4, y: one.y * 4 });
  const obstacles = strewn(1000, 7).map(spread).map(({ x, y }) => ({
    left: x - 4, top: y - 4, bottom: y + 4, get right() { compared += 1; return x + 4; },
  }));
  const places = placeLabels(strewn(1000, 3).map(spread), { left: -800, right: 800, top: -1400, bottom: 1400 }, obstacles);
  assert.ok(places.size > 500, `${places.size} labels`);
  // With each of the thousand, for one of its places alone, it would be a million.
  assert.ok(compared < 60_000, `${compared} comparisons`);
});

const measure = (text) => Array.from(text).length * 7;

test('long text loses its middle, never half a sign', () => {
  assert.equal(shortened('abc', 100, measure), 'abc');
  const cut = shortened('Living Room Television Downstairs', 100, measure);
  assert.ok(cut.startsWith('Living') && cut.endsWith('tairs') && cut.includes('…'), cut);
  assert.ok(measure(cut) <= 100);
  const family = '👨‍👩‍👧‍👦';
  const signs = shortened(family.repeat(20), 200, measure).replace('…', '');
  assert.equal(signs.replaceAll(family, ''), '');
});

test('where there is little room, the first words stand for a name', () => {
  assert.equal(firstWords('Kitchen speaker two', 80, measure), 'Kitchen…');
  assert.equal(firstWords('Kitchen speaker two', 120, measure), 'Kitchen speaker…');
  assert.equal(firstWords('Workbench', 40, measure), '', 'one word has no beginning');
  assert.equal(firstWords('My phone', 40, measure), '', 'two letters say nothing');
  assert.equal(firstWords('', 40, measure), '');
});

test('a name breaks between words where that suffices', () => {
  assert.deepEqual(inTwoLines('Oven', 80, measure), ['Oven']);
  assert.deepEqual(inTwoLines('Washing machine', 80, measure), ['Washing', 'machine']);
  assert.deepEqual(inTwoLines('192.168.100.131', 60, measure).length, 1);
});

test('a name of sixty characters takes two lines, the second without its middle', () => {
  const lines = inTwoLines('The television in the corner of the big room beside the stove', 110, measure);
  assert.equal(lines.length, 2);
  assert.ok(lines.every((line) => measure(line) <= 110), lines.join('|'));
  assert.ok(lines[0].startsWith('The') && lines[1].includes('…') && lines[1].endsWith('stove'));
});

test('markup stays text, turns of direction and control signs go', () => {
  assert.equal(tidied('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>');
  assert.equal(tidied('\u202eexe.gpj\u202c\n\t x\u0000'), 'exe.gpj x');
  assert.equal(tidied(null), '');
  assert.equal(tidied('هاتف ليلى'), 'هاتف ليلى');
  assert.ok(Array.from(tidied('a'.repeat(100_000))).length <= 80);
});
