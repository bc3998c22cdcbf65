// Past about sixty devices kinds gather: one disc a kind, which opens to its devices.

import { kindOf } from '../model/device.js';
import { radiusOf } from './layout.js';

/// More devices than this gather; they spread again at `SPREAD_AT` or fewer, so that one device
/// that comes and goes does not make the map jump.
export const GATHER_ABOVE = 60;
export const SPREAD_AT = 50;

/// An opened sector draws so many devices at most; the list has the rest.
export const SECTOR_LIMIT = 240;

/// Each kind's own slot among the sectors, the usual ones first so that few sectors stand apart:
/// one goes seven eighteenths of a turn further than the other, which is nearly the golden angle
/// and leaves the same room between all eighteen.
const SECTOR_SLOTS = [
  'phone', 'computer', 'smart_home', 'tv_media', 'unknown', 'speaker', 'camera', 'network',
  'apple', 'tablet', 'printer', 'server', 'storage', 'gaming', 'appliance', 'wearable', 'voip',
  'router',
];

/// Whether so many devices gather, knowing whether they did before.
export function gathers(count, before) {
  return count > (before ? SPREAD_AT : GATHER_ABOVE);
}

/// The key of a kind's sector among the map's items; no device's id has this form.
export function sectorKey(kind) {
  return `sector ${kind}`;
}

/// The sectors of these devices: `{key, kind, slot, angle, radius, members}`.
export function sectorsOf(devices) {
  const members = new Map();
  for (const device of devices) {
    const kind = kindOf(device);
    if (members.has(kind)) members.get(kind).push(device);
    else members.set(kind, [device]);
  }
  return SECTOR_SLOTS.filter((kind) => members.has(kind)).map((kind) => {
    const slot = SECTOR_SLOTS.indexOf(kind);
    return {
      key: sectorKey(kind), kind, slot, angle: sectorAngle(slot), radius: radiusOf(kind),
      members: members.get(kind),
    };
  });
}

function sectorAngle(slot) {
  return (((slot * 7) % SECTOR_SLOTS.length) / SECTOR_SLOTS.length) * 2 * Math.PI;
}

/// The seat of each device inside an open sector, by id: a seat is kept as long as the sector is
/// open, newcomers take the next ones in order of slot.
export function seatsOf(members, previous = new Map()) {
  const seats = new Map();
  const taken = new Set();
  for (const { id } of members) {
    const seat = previous.get(id);
    if (seat === undefined) continue;
    seats.set(id, seat);
    taken.add(seat);
  }
  let next = 0;
  for (const { id } of members.toSorted((one, other) => one.slot - other.slot)) {
    if (seats.has(id)) continue;
    while (taken.has(next)) next += 1;
    if (next >= SECTOR_LIMIT) break;
    seats.set(id, next);
    taken.add(next);
  }
  return seats;
}

/// The radius of a seat: a sunflower's, with room for the hub, which fills the ellipse evenly.
export function seatRadius(seat, count) {
  const capacity = [8, 20, 40, 70, 120, 180].find((size) => size >= count) ?? SECTOR_LIMIT;
  const hub = Math.max(2, capacity * 0.14);
  return Math.sqrt((seat + hub) / (capacity - 1 + hub));
}
