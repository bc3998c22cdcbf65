// What is wrong, in sentences. Pure but for the words.

import { isolate, t } from '../i18n/i18n.js';
import { plain } from './device.js';

/// The status' problems and what the storage has to say, as `{code, text, fix}`.
export function problemsOf(status) {
  const problems = (status?.problems ?? []).map(({ code, text, fix }) => ({
    code, text: plain(text), fix: plain(fix) || null,
  }));
  const storage = plain(status?.storage?.problem);
  if (storage && !problems.some((problem) => problem.code === 'storage')) {
    problems.push({ code: 'storage', text: t('problem.storage', { problem: isolate(storage) }), fix: null });
  }
  return problems;
}
