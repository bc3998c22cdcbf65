// A diagnosis in the page's language, by the codes and values of its messages. Pure.

import { localised } from '../i18n/phrases.js';
import { plain } from '../model/device.js';

/// What a step found; null where the server's own words must do.
export const stepWords = (step) => localised(step.message);

/// The verdict; null where the server's own words must do.
export const verdictWords = (report) => localised(report.verdict.message);

/// What decided the verdict, and what is wrong beside, as `[words, is the server's own]`.
export function asideWords({ verdict }) {
  const pairs = (texts, messages) => texts.map((text, index) => [text, localised(messages?.[index])]);
  return [...pairs(verdict.because, verdict.because_messages), ...pairs(verdict.notes, verdict.notes_messages)]
    .map(([text, words]) => [words ?? plain(text), words === null]);
}
