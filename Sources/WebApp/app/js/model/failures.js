// Why a request failed, in a sentence of the page's language. Pure but for the words.

import { currentLanguage, t } from '../i18n/i18n.js';
import { localised, sentence, serverSentence } from '../i18n/phrases.js';

const WORDS = {
  0: 'error.unreachable', 401: 'error.loggedOut', 403: 'error.refused', 404: 'error.gone', 409: 'error.notNow', 413: 'error.notTaken',
  429: 'error.busy', 503: 'login.unreadable', 507: 'error.notKept', long: 'error.long', unsent: 'error.unsent',
};

/// Why it failed; `error` is an `ApiError`, what `mistakeOf` found, or of status `unsent`.
///
/// The server's own reason is the more exact one: its sentence in English, its code and values elsewhere.
export function failureWords({ status, detail, code, values, limit, count }) {
  if (detail && currentLanguage() === 'en') return serverSentence(detail);
  const said = localised({ code, values });
  if (said) return sentence(said);
  const isTaken = !(status >= 400 && status < 500);
  return t(WORDS[status] ?? (isTaken ? 'error.failed' : 'error.notTaken'), { limit, count });
}
