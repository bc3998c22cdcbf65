// What the user does in the settings, carried out: `homenet:…` events in, requests out, failures said.

import { t } from '../i18n/i18n.js';
import { ask } from '../model/api.js';
import { failureWords } from '../model/failures.js';
import { remember } from '../model/preferences.js';
import { keep } from '../model/unsaved.js';
import { toast } from '../shell/announce.js';

/// Listens for it. `onLanguage(code)` is called when a language is chosen, `onLoggedOut()` when nobody is logged in any
/// more.
export function createSettingsActions({ store, onLanguage, onLoggedOut }) {
  const listen = (name, act) => addEventListener(`homenet:${name}`, (event) => act(event.detail));
  const failed = (words, error) => toast(`${t(words)} ${failureWords(error)}`);

  listen('forget-away', async () => {
    try {
      const { forgotten } = await ask('DELETE', 'devices?state=away&unnamed=true');
      toast(t('settings.forgotAway', { count: forgotten }));
    } catch (error) {
      failed('detail.notForgotten', error);
    }
  });

  listen('set-theme', (theme) => {
    remember('theme', theme === 'system' ? null : theme);
    dispatchEvent(new CustomEvent('homenet:apply-theme'));
    store.update({ preferences: {} });
  });
  listen('set-language', (code) => {
    remember('language', code || null);
    onLanguage(code);
  });

  listen('log-out', async () => {
    try {
      await ask('DELETE', 'session');
    } catch (error) {
      // Whoever is still logged in has to know.
      if (error.status !== 401) return void failed('settings.notLoggedOut', error);
    }
    store.update({ unsaved: {} });
    keep({});
    onLoggedOut();
  });
}
