// What is wrong, in sentences. Pure but for the words.

import { isolate, t } from '../i18n/i18n.js';
import { say, sentence } from '../i18n/phrases.js';
import { plain } from './device.js';

/// The status' problems and what the storage has to say, as `{code, text, fix}` in the page's language.
export function problemsOf(status) {
  const problems = (status?.problems ?? []).map(({ code, text, fix }) => ({
    code, text: sentence(say(text, status.phrases)), fix: fix ? say(fix, status.phrases) : null,
  }));
  const storage = plain(status?.storage?.problem) && say(status.storage.problem, status.phrases);
  if (storage && !problems.some((problem) => problem.code === 'storage')) {
    problems.push({ code: 'storage', text: t('problem.storage', { problem: isolate(storage) }), fix: null });
  }
  return problems;
}
