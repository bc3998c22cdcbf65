// Names and notes that were typed and are not saved: they stay until they are, or are given up.
// Pure but for `restore` and `keep`.

/// The longest texts that the server takes, in code points.
export const LIMITS = { user_name: 120, note: 4000 };

/// How long a text is, counted as the server does: an emoji of two code units is one.
export const lengthOf = (text) => [...text].length;

// What the server refuses in a name, and in a note, where lines and tabs are welcome.
const CONTROLS = { user_name: /[\u0000-\u001f\u007f-\u009f]+/g, note: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g };

/// A typed text as it is sent: null where there is nothing.
export const tidy = (field, text) => text.replace(CONTROLS[field], ' ').trim() || null;

/// The fields of marks that hold typed text.
export const typedFields = (marks) => Object.keys(marks).filter((field) => field in LIMITS);

/// What keeps a text from being sent: `{status, limit, count}`; null where nothing does.
export function mistakeOf(field, text) {
  const count = lengthOf(text ?? '');
  return count > LIMITS[field] ? { status: 'long', limit: LIMITS[field], count } : null;
}

/// What is wrong with a typed text now: it is too long, or it could not be saved.
export function problemOf(field, typed, draft) {
  return mistakeOf(field, tidy(field, typed)) ?? (draft?.error?.status === 'long' ? null : draft?.error ?? null);
}

/// The draft of a field: `{text, error}`, the error null while it is being saved; or null.
export const draftOf = (unsaved, id, field) => unsaved[id]?.[field] ?? null;

/// The drafts with one more, or with one less where the draft is null.
export function withDraft(unsaved, id, field, draft) {
  const { [field]: _, ...others } = unsaved[id] ?? {};
  const fields = draft ? { ...others, [field]: draft } : others;
  const { [id]: __, ...rest } = unsaved;
  return Object.keys(fields).length > 0 ? { ...rest, [id]: fields } : rest;
}

/// The fields whose draft says what the device has by now: the answer was lost, and not the change.
export const settledFields = (unsaved, device) => Object.entries(unsaved[device.id] ?? {})
  .filter(([field, { text, error }]) => error && text === (device[field] ?? '')).map(([field]) => field);

const KEY = 'homenet.unsaved';

/// The drafts of before a reload or a log-in; what was being saved then may or may not have been.
export function restore(storage = globalThis.sessionStorage) {
  let unsaved = {};
  try {
    for (const [id, fields] of Object.entries(JSON.parse(storage.getItem(KEY)) ?? {})) {
      for (const field of typedFields(fields)) {
        const { text, error } = fields[field];
        if (typeof text === 'string') unsaved = withDraft(unsaved, id, field, { text, error: error ?? { status: 0 } });
      }
    }
  } catch {
    // No storage, or another program's: nothing was kept.
  }
  return unsaved;
}

/// Keeps the drafts for as long as the tab is open.
export function keep(unsaved, storage = globalThis.sessionStorage) {
  try {
    if (Object.keys(unsaved).length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(unsaved));
  } catch {
    // Storage is off: they stay until the page is left.
  }
}
