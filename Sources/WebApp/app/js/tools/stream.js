// Runs a tool on the server and hears of it line by line.

import { ApiError, refusalOf } from '../model/api.js';

/// Takes text in pieces and hands over the JSON of each whole line. Pure but for `onValue`.
export function lineReader(onValue) {
  let rest = '';
  const line = (text) => {
    if (text.trim() === '') return;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    onValue(value);
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      lines.forEach(line);
    },
    end() {
      line(rest);
      rest = '';
    },
  };
}

/// Runs a tool until its report is there; `onProgress(value)` hears of it. Aborting the signal ends it.
///
/// Throws an `ApiError`, of status 0 where the server could not be reached or broke off.
export async function runTool(name, body, { signal, onProgress }, ask = fetch) {
  let response;
  try {
    response = await ask(`api/v1/tools/${encodeURIComponent(name)}`, {
      method: 'POST', credentials: 'same-origin', signal,
      headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0);
  }
  if (!response.ok) throw await refusalOf(response);
  let last = null;
  const reader = lineReader((value) => {
    if (value.report !== undefined || value.error !== undefined) last = value;
    else if (value.progress !== null && value.progress !== undefined) onProgress(value.progress);
  });
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) break;
      reader.push(value);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  reader.end();
  if (last?.error) throw new ApiError(last.error.status, last.error);
  if (!last) throw new ApiError(0);
  return last.report;
}
