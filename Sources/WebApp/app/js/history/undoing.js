// Asks the server for merges, splits and their undoing, each once at a time, and says what came of it.

import { isolate, t } from '../i18n/i18n.js';
import { ask } from '../model/api.js';
import { displayName } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { toast } from '../shell/announce.js';

// What is being asked for: pressed twice, it is asked for once.
const busy = new Set();

/// Asks the server; a refusal is said, after `words`, and given to `onRefused(reason, status)`. Null where it failed.
export async function attempt(words, method, where, { body, onRefused } = {}) {
  if (busy.has(where)) return null;
  busy.add(where);
  try {
    return (await ask(method, where, body)) ?? {};
  } catch (error) {
    const reason = failureWords(error);
    toast(`${t(words)} ${reason}`);
    onRefused?.(reason, error.status);
    return null;
  } finally {
    busy.delete(where);
  }
}

/// Undoes the merge or the split that a change tells of, and says what is there now. Null where it was refused.
export async function undo(seq, onRefused) {
  const answer = await attempt('identity.notUndone', 'POST', `changes/${seq}/undo`, { onRefused });
  if (!answer) return null;
  const [name, other] = (answer.devices ?? []).map((one) => isolate(displayName(one)));
  toast(other ? t('identity.undone', { name, other }) : t('identity.together', { name }));
  return answer;
}

/// The open sheet's name takes the keyboard, where what had it is gone, or is about to be hidden with `part`.
export function returnKeyboard(part = null) {
  const { activeElement } = document;
  if (activeElement === document.body || part?.contains(activeElement)) document.getElementById('detail-name')?.focus({ preventScroll: true });
}

/// What undoes a change from a toast; null where that can't be. `onDone()` is called when it was.
export function undoAction(seq, onDone) {
  if (seq === null || seq === undefined) return null;
  const act = async () => {
    const answer = await undo(seq);
    returnKeyboard();
    if (answer) onDone();
  };
  return { label: t('identity.undo'), act };
}
