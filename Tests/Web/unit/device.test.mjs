// Words about a device.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addressKey, displayName, kindOf, makerAndModel, plain, secondLine,
} from '../../../Sources/WebApp/app/js/model/device.js';
import { webAddress } from '../../../Sources/WebApp/app/js/model/web.js';
import { readableTxt } from '../../../Sources/WebApp/app/js/detail/facts.js';

test('the name is the first of name, host name, address, MAC, id that says something', () => {
  assert.equal(displayName({ name: 'TV', hostname: 'tv.lan', ip: '10.0.0.1', id: 'd' }), 'TV');
  assert.equal(displayName({ name: ' \u202e ', hostname: 'tv.lan', ip: '10.0.0.1', id: 'd' }), 'tv.lan');
  assert.equal(displayName({ name: null, hostname: null, ip: '10.0.0.1', id: 'd' }), '10.0.0.1');
  assert.equal(displayName({ name: null, ip: null, mac: null, id: 'd' }), 'd');
});

test('text is freed of control and direction characters', () => {
  assert.equal(plain('a\u0000b\u202ec\u2066d\n'), 'a b c d');
  assert.equal(plain(null), '');
  assert.equal(plain({}), '');
  assert.equal(plain('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>', 'markup is text');
});

test('the maker is not said twice', () => {
  assert.equal(makerAndModel({ vendor: 'LG', model: 'OLED C2' }), 'LG OLED C2');
  assert.equal(makerAndModel({ vendor: 'Brother', model: 'brother HL-1' }), 'brother HL-1');
  assert.equal(makerAndModel({ vendor: null, model: null }), '');
});

test('the second line never repeats the first', () => {
  assert.equal(secondLine({ name: 'Brother HL-1', vendor: 'Brother', model: 'HL-1', ip: '10.0.0.7' }), '10.0.0.7');
  assert.equal(secondLine({ name: null, ip: '10.0.0.7', mac: 'aa:aa:aa:aa:aa:aa' }), 'aa:aa:aa:aa:aa:aa');
  assert.equal(secondLine({ name: null, ip: '10.0.0.7', mac: null, id: 'd' }), '');
});

test('only what is Apple’s and not known further is drawn as Apple’s', () => {
  assert.equal(kindOf({ category: 'unknown', vendor: 'Apple' }), 'apple');
  assert.equal(kindOf({ category: 'phone', vendor: 'Apple' }), 'phone');
  assert.equal(kindOf({ category: 'unknown', vendor: null }), 'unknown');
});

test('addresses sort by value, IPv6 after IPv4, none last', () => {
  const sorted = [null, 'fe80::1', '10.0.0.10', '10.0.0.9'].sort((a, b) => addressKey(a) - addressKey(b));
  assert.deepEqual(sorted, ['10.0.0.9', '10.0.0.10', 'fe80::1', null]);
});

test('a page is only offered at addresses and ports that a browser can open', () => {
  const at = (ip, ...ports) => webAddress({ ip, ports: ports.map(([port, service]) => ({ port, service, protocol: 'tcp', state: 'open' })) });
  assert.equal(at('10.0.0.1', [80, 'http'], [443, 'https']), 'http://10.0.0.1/');
  assert.equal(at('10.0.0.1', [8006, 'https']), 'https://10.0.0.1:8006/');
  assert.equal(at('10.0.0.1', [5000, 'airplay']), null);
  assert.equal(at('fd00::1', [80, null]), 'http://[fd00::1]/');
  assert.equal(at('fe80::1%eth0', [80, 'http']), null);
  assert.equal(at('javascript:alert(1)', [80, 'http']), null);
  assert.equal(at(null, [80, 'http']), null);
});

test('of TXT records only words are shown as facts, each key once', () => {
  const services = [
    { txt: { md: 'Sound Bar', flags: '0x7F8AD0', id: '8f21', on: true, raw: { hex: 'c3' } } },
    { txt: { md: 'Sound Bar 2', fn: '<img src=x>' } },
  ];
  assert.deepEqual(readableTxt(services), [['md', 'Sound Bar']]);
});
