// Whether this browser shows notifications, and whether the user wants them here.

import { remember, remembered } from '../model/preferences.js';

const KEY = 'notify';

/// Browsers give notifications to pages over HTTPS and of this computer only.
export const canNotify = () => globalThis.isSecureContext === true && 'Notification' in globalThis;

/// Whether the user has switched them on.
export const wantsNotifications = () => remembered(KEY) === 'on';

/// Switches them on or off.
export function setNotifications(isOn) {
  remember(KEY, isOn ? 'on' : null);
  dispatchEvent(new Event('homenet:notify'));
}

/// What can be said of notifications here: `insecure`, `denied`, `on` or `off`. Pure.
export function notifyState({ can, permission, wanted }) {
  if (!can) return 'insecure';
  if (permission === 'denied') return 'denied';
  return wanted && permission === 'granted' ? 'on' : 'off';
}
