// The time slider's states: which moment is shown, and how a day is played. Pure.

const MINUTE = 60_000;
const DAY = 86_400_000;

/// The spans of the slider, each with how fine it is.
export const REACHES = {
  day: { length: DAY, grain: 5 * MINUTE },
  week: { length: 7 * DAY, grain: 30 * MINUTE },
  month: { length: 30 * DAY, grain: 120 * MINUTE },
  year: { length: 365 * DAY, grain: 360 * MINUTE },
};

/// A day is played in that time.
export const PLAYED_MS = 10_000;

/// The slider as it opens: at now.
export const opened = (now) => ({ reach: 'day', from: now - DAY, to: now, at: now, playing: null });

/// Whether what is shown is the home as it is now.
export const isNow = ({ at, to }) => at >= to;

const within = ({ from, to }, at) => Math.min(Math.max(at, from), to);

/// A moment that the slider can stand at: whole grains, and the two ends.
function onGrain(state, at) {
  const { grain } = REACHES[state.reach];
  if (at <= state.from) return state.from;
  return within(state, at >= state.to - grain / 2 ? state.to : Math.round(at / grain) * grain);
}

/// The slider moved by hand, which ends the playing.
export const moved = (state, at) => ({ ...state, at: onGrain(state, at), playing: null });

/// Moved by so many grains.
export const stepped = (state, grains) => moved(state, (isNow(state) ? state.to : state.at) + grains * REACHES[state.reach].grain);

/// Another span; the moment stays where it can.
export function reached(state, reach) {
  if (!Object.hasOwn(REACHES, reach)) return state;
  const next = { ...state, reach, from: state.to - REACHES[reach].length, playing: null };
  return { ...next, at: isNow(state) ? next.to : onGrain(next, state.at) };
}

/// Plays a day from the moment on; from its end, the last day. `clock` is any clock's time.
export function played(state, clock) {
  const at = state.at > state.to - REACHES[state.reach].grain ? Math.max(state.from, state.to - DAY) : state.at;
  return { ...state, at, playing: { from: at, since: clock } };
}

/// Stops where it is.
export const paused = (state) => ({ ...state, playing: null });

/// Playing, at a later time of that clock; `frame` is the least time between two moments.
export function ticked(state, clock, frame = 30 * MINUTE) {
  if (!state.playing) return state;
  const { from, since } = state.playing;
  const past = Math.max(0, clock - since) / PLAYED_MS * DAY;
  const end = Math.min(state.to, from + DAY);
  if (from + past >= end) return { ...state, at: end, playing: null };
  const at = Math.min(end, from + Math.floor(past / frame) * frame);
  return at === state.at ? state : { ...state, at };
}
