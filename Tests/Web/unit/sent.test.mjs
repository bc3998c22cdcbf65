// What was sent to a device: each purpose once.

import assert from 'node:assert/strict';
import test from 'node:test';
import { sentByPurpose } from '../../../Sources/WebApp/app/js/detail/why.js';

const row = (to, purpose, packets, connections = 0) => ({ to, purpose, packets, connections, messages: 0 });

test('rows of one purpose are one, with their sum and all addresses', () => {
  const rows = sentByPurpose([
    row('192.168.1.4', 'sweep', 3), row('192.168.1.4', 'ports', 0, 24), row('fe80::1%eth0', 'sweep', 2), row('fe80::1%eth0', 'ports', 0, 1),
    row('224.0.0.251', 'mdns', 9), row('ff02::fb', 'mdns', 4), row('224.0.0.251', 'mdns', 1), row('192.168.1.4', 'mdns', 2),
  ]);
  assert.deepEqual(rows.map((one) => [one.toAll, one.purpose, one.packets, one.connections, one.to.join()]), [
    [false, 'sweep', 5, 0, '192.168.1.4,fe80::1%eth0'], [false, 'ports', 0, 25, '192.168.1.4,fe80::1%eth0'], [false, 'mdns', 2, 0, '192.168.1.4'],
    [true, 'mdns', 14, 0, '224.0.0.251,ff02::fb'],
  ]);
  assert.deepEqual(sentByPurpose([]), []);
  const [all] = sentByPurpose([row('192.168.1.255', 'broadcast.kasa', 2), row('239.255.255.250', 'broadcast.yeelight', 2)]);
  assert.deepEqual([all.toAll, all.purpose, all.packets, all.to.length], [true, 'broadcast', 4, 2]);
});
