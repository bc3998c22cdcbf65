// A field for a device's name or note: what is typed is kept as a draft until it is saved.

import { emit, h, setAttribute, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { failureWords } from '../model/failures.js';
import { problemOf, tidy } from '../model/unsaved.js';

/// Makes the drafts of an input for a device's `field`. `id` is for the element that says why a text
/// is not saved. What the user does leaves as `homenet:…` events.
export function createDraftField(field, input, id) {
  const problem = h('p', { class: 'unsaved', id, role: 'alert' });
  let device = null;
  // What is being saved, or is not saved: `{text, error}`
  let draft = null;
  // Whether something was typed since it was filled or sent
  let isTyped = false;

  const typed = () => tidy(field, input.value);
  const isSaving = () => Boolean(draft && !draft.error);
  const isChanged = () => typed() !== (device[field] ?? null);

  function fill(text) {
    input.value = text;
    isTyped = false;
  }

  function discard() {
    isTyped = false;
    if (draft) emit(input, 'discard', { id: device.id, field });
    draft = null;
  }

  input.addEventListener('input', () => { isTyped = true; });
  return {
    problem, fill, discard, isSaving, isChanged,
    draft: () => draft,
    isTyped: () => isTyped,
    take(next, nextDraft) {
      device = next;
      draft = nextDraft;
    },
    /// Has the text saved; where the device has it already, there is nothing to be saved.
    send() {
      isTyped = false;
      if (isChanged()) emit(input, 'mark', { id: device.id, marks: { [field]: typed() } });
      else discard();
    },
    /// Keeps what was typed and not sent.
    keep() {
      if (!isTyped) return;
      if (isChanged()) emit(input, 'keep', { id: device.id, field, text: typed() ?? '' });
      else discard();
      isTyped = false;
    },
    /// Says what is wrong with the text while it is shown; gives the label of the button that saves it.
    show(isShown = true) {
      const error = isShown ? problemOf(field, input.value, draft) : null;
      setText(problem, error ? t('detail.notSaved', { reason: failureWords(error) }) : '');
      setAttribute(input, 'aria-invalid', error ? 'true' : null);
      const isNew = !error || error.status === 'long' || error.status === 'unsent';
      return t(isSaving() ? 'detail.saving' : isNew ? 'detail.save' : 'detail.tryAgain');
    },
  };
}
