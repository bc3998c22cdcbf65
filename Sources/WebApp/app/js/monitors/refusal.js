// Why something with a monitor was not done, in a sentence. Pure but for the words.

import { currentLanguage, t } from '../i18n/i18n.js';
import { localised } from '../i18n/phrases.js';
import { failureWords } from '../model/failures.js';

/// Why it failed; what is gone is a monitor, where the server says no more of it.
export function refusalWords(error) {
  const isSaid = localised(error) !== null || (error.detail && currentLanguage() === 'en');
  return error.status === 404 && !isSaid ? t('monitors.gone') : failureWords(error);
}
