// Routes, rows in sight, sheets, what is covered, what is empty.

import assert from 'node:assert/strict';
import test from 'node:test';
import { movesSheet, restOf, sheetHeights } from '../../../Sources/WebApp/app/js/detail/snap.js';
import { rowForKey, rowWindow, scrollToShow } from '../../../Sources/WebApp/app/js/list/window.js';
import { serverNow, tellTime } from '../../../Sources/WebApp/app/js/i18n/clock.js';
import { baseHash, deviceHash, routeOf, toolHash } from '../../../Sources/WebApp/app/js/model/router.js';
import { emptyKind } from '../../../Sources/WebApp/app/js/shell/empty.js';
import { coveredParts } from '../../../Sources/WebApp/app/js/shell/layout.js';

test('routes lead where they say, and back to what lay below', () => {
  assert.deepEqual(routeOf(''), { base: 'map', panel: null, id: null });
  assert.deepEqual(routeOf('#/devices', 'map'), { base: 'devices', panel: null, id: null });
  assert.deepEqual(routeOf('#/settings', 'devices'), { base: 'devices', panel: 'settings', id: null });
  assert.deepEqual(routeOf(deviceHash('a/b %'), 'devices'), { base: 'devices', panel: 'device', id: 'a/b %' });
  assert.equal(routeOf('#/devices/%E0%A4%A').id, '%E0%A4%A', 'a broken escape breaks nothing');
  assert.equal(routeOf('#/nonsense').panel, null);
});

test('a tool is a place with somebody in it, and stays below a device', () => {
  const tool = { name: 'ping', query: { host: 'fe80::1%eth0 & co' } };
  assert.deepEqual(routeOf(toolHash('ping', tool.query.host)), { base: 'tools', panel: null, id: null, tool });
  assert.deepEqual(routeOf('#/tools'), { base: 'tools', panel: null, id: null, tool: { name: null, query: { host: '' } } });
  assert.deepEqual(routeOf(deviceHash('a'), 'tools', tool), { base: 'tools', tool, panel: 'device', id: 'a' });
  assert.equal(baseHash({ base: 'tools', tool }), toolHash('ping', tool.query.host));
  assert.equal(baseHash({ base: 'tools', tool: { name: null, query: {} } }), '#/tools');
  assert.equal(baseHash({ base: 'devices' }), '#/devices');
  assert.equal(routeOf('#/tools/%E0%A4%A').tool.name, '%E0%A4%A');
});

test('a monitor is a place, and stays below a device', () => {
  assert.deepEqual(routeOf('#monitors'), { base: 'monitors', panel: null, id: null, monitor: null });
  assert.deepEqual(routeOf('#/monitors/a%2Fb'), { base: 'monitors', panel: null, id: null, monitor: 'a/b' });
  assert.deepEqual(routeOf('#/alerts', 'monitors', null, 'a'), { base: 'alerts', panel: null, id: null });
  const below = routeOf(deviceHash('d'), 'monitors', null, 'a/b');
  assert.deepEqual(below, { base: 'monitors', monitor: 'a/b', panel: 'device', id: 'd' });
  assert.equal(baseHash(below), '#/monitors/a%2Fb');
  assert.equal(baseHash({ base: 'monitors', monitor: null }), '#/monitors');
  assert.equal(baseHash({ base: 'alerts' }), '#/alerts');
});

test('only rows in sight exist, with some to spare', () => {
  const look = (scrollTop, count) => rowWindow({ scrollTop, height: 640, rowHeight: 64, count, spare: 2 });
  assert.deepEqual(look(0, 10_000), { first: 0, end: 12 });
  assert.deepEqual(look(6400, 10_000), { first: 98, end: 112 });
  assert.deepEqual(look(1e9, 10_000), { first: 10_000, end: 10_000 });
  assert.deepEqual(look(0, 3), { first: 0, end: 3 });
  assert.deepEqual(look(0, 0), { first: 0, end: 0 });
});

test('keys move through the rows and stop at the ends', () => {
  assert.equal(rowForKey('ArrowDown', 9, 10, 5), 9);
  assert.equal(rowForKey('ArrowUp', 0, 10, 5), 0);
  assert.equal(rowForKey('PageDown', 2, 10, 5), 7);
  assert.equal(rowForKey('End', 2, 10, 5), 9);
  assert.equal(rowForKey('x', 2, 10, 5), null);
});

test('showing a row moves as little as it can', () => {
  const view = { scrollTop: 640, height: 640, rowHeight: 64 };
  assert.equal(scrollToShow(12, view), 640);
  assert.equal(scrollToShow(5, view), 320);
  assert.equal(scrollToShow(20, view), 704);
});

test('a sheet rests half, full or closed, and a flick counts', () => {
  const heights = sheetHeights(844);
  assert.equal(restOf(heights.half, 0, heights), 'half');
  assert.equal(restOf(heights.half + 20, 1.5, heights), 'full');
  assert.equal(restOf(heights.full, 0, heights), 'full');
  assert.equal(restOf(heights.full - 60, -1, heights), 'half');
  assert.equal(restOf(heights.half - 60, -1, heights), 'closed');
  assert.equal(restOf(100, 0, heights), 'closed');
});

test('a swipe over the content opens the sheet first, then scrolls; from the top down it draws it down', () => {
  assert.ok(movesSheet(3, { rest: 'half', scrollTop: 0 }));
  assert.ok(movesSheet(3, { rest: 'half', scrollTop: 90 }));
  assert.ok(!movesSheet(3, { rest: 'full', scrollTop: 0 }));
  assert.ok(movesSheet(-3, { rest: 'full', scrollTop: 0 }));
  assert.ok(movesSheet(-3, { rest: 'half', scrollTop: 0 }));
  assert.ok(!movesSheet(-3, { rest: 'full', scrollTop: 90 }));
  assert.ok(!movesSheet(-3, { rest: 'half', scrollTop: 90 }));
});

test('what lies below something else is out of reach', () => {
  assert.deepEqual(coveredParts({ base: 'map', panel: null }, true), { map: false, list: true, tools: false });
  assert.deepEqual(coveredParts({ base: 'devices', panel: 'settings' }, true), { map: true, list: true, tools: true });
  assert.deepEqual(coveredParts({ base: 'map', panel: null }, false), { map: false, list: false, tools: false });
  assert.deepEqual(coveredParts({ base: 'map', panel: 'device' }, false), { map: false, list: true, tools: false });
  for (const base of ['tools', 'monitors', 'alerts']) assert.deepEqual(coveredParts({ base, panel: null }, false), { map: true, list: false, tools: false });
});

test('empty is said as what it is', () => {
  const state = (scan, networks = [{}]) => ({ loaded: true, devices: new Map(), status: { scan, networks } });
  assert.equal(emptyKind({ loaded: false, devices: new Map() }), 'loading');
  assert.equal(emptyKind(state({ state: 'running', finished: null })), 'first');
  assert.equal(emptyKind(state({ state: 'idle', finished: null })), 'first');
  assert.equal(emptyKind(state({ state: 'idle', started: '2026-01-01T00:00:00.000Z', finished: '2026-01-01T00:00:09.000Z' })), 'nobody');
  assert.equal(emptyKind(state({ state: 'idle', started: '2026-01-01T00:00:00.000Z', finished: null })), 'stopped');
  assert.equal(emptyKind(state({ state: 'idle', paused: true, started: null, finished: null })), 'stopped');
  assert.equal(emptyKind(state({ state: 'running', paused: true, started: null, finished: null })), 'first');
  assert.equal(emptyKind(state({ state: 'idle', started: '2026-01-01T00:00:00.000Z', finished: null }, [])), 'offline');
  assert.equal(emptyKind(state({ state: 'idle', started: null, finished: null }, [])), 'first');
  assert.equal(emptyKind({ ...state({}), devices: new Map([['a', {}]]) }), null);
});

test('times are the server’s where this clock is wrong', () => {
  tellTime(new Date(1_000_000).toISOString(), 1_000_400);
  assert.ok(Math.abs(serverNow() - Date.now()) < 1000, 'the way of the message does not count');
  tellTime(new Date(Date.now() + 7_200_000).toISOString());
  assert.ok(Math.abs(serverNow() - Date.now() - 7_200_000) < 1000);
  tellTime('once upon a time');
  assert.ok(Math.abs(serverNow() - Date.now() - 7_200_000) < 1000);
  tellTime(new Date().toUTCString());
});
