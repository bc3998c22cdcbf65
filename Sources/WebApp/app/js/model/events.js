// The live connection: reads events, tries again when it breaks, says how it is.
//
// By fetch, not EventSource: that one gives up at a proxy's error page, hides the heartbeat that
// shows a dead connection, and does not tell a lost login from a lost server.

import { backOff, EventReader } from './sse.js';

// The server beats every 15 s; after two and a half the connection is dead.
const SILENCE_MS = 38_000;

// A page that nobody has looked at for so long hangs up: a browser has six connections a server.
const UNSEEN_MS = 60_000;

/// Stays connected until the page ends.
///
/// `mayRest()`: whether it may hang up unseen; `onEvent(type, data)`, `onState({state, retryAt})`, `onLoggedOut()`, and `onTime(text)` with the
/// server's time: that of the answer, not of its events, which may be of long ago when a stream resumes.
export function followEvents(url, { mayRest, onEvent, onState, onTime, onLoggedOut }) {
  let failures = 0;
  let lastId = null;
  let wake = null;
  let abort = null;
  let isAsleep = false;
  let unseen = null;

  async function read() {
    abort = new AbortController();
    const current = abort;
    let watchdog = setTimeout(() => current.abort(), SILENCE_MS);
    try {
      const headers = lastId ? { 'Last-Event-ID': lastId } : {};
      const response = await fetch(url, {
        headers, signal: current.signal, cache: 'no-store', credentials: 'same-origin',
      });
      if (response.status === 401) return 'logged out';
      if (!response.ok || !response.body) return 'failed';
      const time = response.headers.get('date');
      if (time) onTime(time);
      onState({ state: 'live', retryAt: null });
      const reader = new EventReader();
      const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await stream.read();
        if (done) return 'ended';
        clearTimeout(watchdog);
        watchdog = setTimeout(() => current.abort(), SILENCE_MS);
        for (const event of reader.push(value)) {
          if (event.comment !== undefined) continue;
          onEvent(event.type, JSON.parse(event.data));
          lastId = event.id ?? lastId;
        }
        // Only a server that speaks counts: one that closes at once is tried ever more slowly.
        failures = 0;
      }
    } catch (error) {
      // An event that can't be read: begin with a snapshot.
      if (error instanceof SyntaxError) lastId = null;
      return 'failed';
    } finally {
      clearTimeout(watchdog);
      current.abort();
    }
  }

  function pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  async function run() {
    for (;;) {
      if (await read() === 'logged out') return onLoggedOut();
      if (isAsleep) {
        await new Promise((resolve) => { wake = resolve; });
        continue;
      }
      const wait = backOff(failures, Math.random());
      failures += 1;
      onState({ state: 'lost', retryAt: Date.now() + wait });
      await pause(wait);
      wake = null;
      onState({ state: 'connecting', retryAt: null });
    }
  }

  function retryNow() {
    isAsleep = false;
    wake?.();
  }

  addEventListener('online', () => wake?.());
  document.addEventListener('visibilitychange', () => {
    clearTimeout(unseen);
    if (document.hidden) {
      unseen = setTimeout(() => { if (mayRest()) { isAsleep = true; abort?.abort(); } }, UNSEEN_MS);
    } else {
      retryNow();
    }
  });
  run();
  return { retryNow };
}
