// What stands on the map: the hub and the items around it, devices or sectors or a sector's devices.

import { displayName, isOnline, kindOf, secondLine } from '../model/device.js';
import { angleOf, hubOf, radiusOf } from './layout.js';
import { gathers, seatRadius, seatsOf, sectorKey, sectorsOf } from './sectors.js';

/// The scene before anything is known.
export const EMPTY_SCENE = Object.freeze({
  gathered: false, opened: null, seats: new Map(), hub: null, items: [], total: 0, missing: 0,
});

/// The scene of these devices, knowing the last one.
///
/// An item is `{key, slot, angle, radius, kind, device | members}`; `opened` is the kind whose
/// sector is open, or `null`, and `missing` counts its devices that are not drawn. Hidden devices
/// are not drawn at all.
export function sceneOf(devices, before, opened) {
  const shown = [...devices].filter((device) => !device.hidden);
  const hub = hubOf(shown);
  const rest = shown.filter((device) => device !== hub);
  const gathered = gathers(rest.length, before.gathered);
  const scene = { gathered, opened: null, seats: new Map(), total: shown.length, missing: 0 };
  if (!gathered) {
    return { ...scene, hub: hub && hubItem(hub), items: rest.map(deviceItem) };
  }
  const sectors = sectorsOf(rest);
  const open = sectors.find(({ kind }) => kind === opened);
  if (!open) return { ...scene, hub: hub && hubItem(hub), items: sectors };
  return { ...scene, ...openScene(open, before.opened === opened ? before.seats : undefined) };
}

/// Where a device is to be found: the key of its item, or of the sector that holds it.
export function keyOf(device, scene) {
  if (!device || device.hidden) return null;
  if (scene.hub?.device?.id === device.id) return scene.hub.key;
  if (!scene.gathered) return device.id;
  const kind = kindOf(device);
  if (scene.opened === null) return sectorKey(kind);
  return scene.opened === kind && scene.seats.has(device.id) ? seatKey(kind, device.id) : null;
}

function hubItem(device) {
  const kind = kindOf(device);
  return {
    key: device.id, slot: -1, angle: 0, radius: 0, device, isHub: true,
    kind: kind === 'unknown' ? 'router' : kind,
  };
}

function deviceItem(device) {
  const kind = kindOf(device);
  return {
    key: device.id, slot: device.slot, angle: angleOf(device.slot), radius: radiusOf(kind), kind,
    device,
  };
}

function openScene(sector, previous) {
  const { kind, members } = sector;
  const seats = seatsOf(members, previous);
  const seated = members.filter(({ id }) => seats.has(id));
  const highest = Math.max(0, ...seats.values()) + 1;
  return {
    opened: kind,
    seats,
    missing: members.length - seated.length,
    hub: { ...sector, slot: -1, radius: 0, isHub: true, isOpen: true },
    items: seated.map((device) => {
      const seat = seats.get(device.id);
      return {
        key: seatKey(kind, device.id), slot: seat, angle: angleOf(seat + 1),
        radius: seatRadius(seat, highest), kind, device,
      };
    }),
  };
}

/// A device in its sector is another item than on the whole map: it stands elsewhere.
function seatKey(kind, id) {
  return `${sectorKey(kind)} ${id}`;
}

/// The words and marks of an item: what is drawn besides its place.
export function faceOf(item, t) {
  return item.members ? sectorFace(item, t) : deviceFace(item, t);
}

function deviceFace({ device, kind, isHub }, t) {
  const name = displayName(device);
  const second = secondLine(device);
  const detail = second === name ? '' : second;
  const state = device.state ?? 'present';
  const words = [name, t(`kind.${kind}`), detail, t(`state.${state}`)];
  if (device.new) words.push(t('state.new'));
  if (device.probing) words.push(t('state.probing'));
  return {
    name, detail, state, kind,
    isNew: Boolean(device.new),
    isProbing: Boolean(device.probing),
    isUnsure: !isHub && kind !== 'unknown' && (device.confidence ?? 1) < 0.5,
    link: isHub ? null : device.link ?? null,
    words: words.filter(Boolean).join(', '),
  };
}

function sectorFace({ members, kind, isOpen }, t) {
  const here = members.filter(isOnline).length;
  const news = members.reduce((sum, device) => sum + Boolean(device.new), 0);
  const name = t(`sector.${kind}`, { count: members.length });
  const detail = t('map.online', { count: here });
  const words = [name, detail];
  if (news) words.push(t('map.newOnes', { count: news }));
  return {
    name, detail, kind,
    state: here ? 'present' : 'away',
    share: here / members.length,
    count: members.length,
    isNew: news > 0 && !isOpen,
    isProbing: members.some(({ probing }) => probing),
    isUnsure: false, link: null,
    words: words.join(', '),
  };
}
