// A channel's form as values: what its service asks for, what was typed, and what of it is sent. Pure.

import { changedKeys } from '../model/changes.js';

/// How a setting is written: as one of several words, as yes or no, in lines, in one, or unseen.
function kindOf({ secret, kind, choices }) {
  if (secret) return 'secret';
  if (Array.isArray(choices) && choices.length > 0) return 'choice';
  return kind === 'flag' || kind === 'lines' ? kind : 'line';
}

// What a phone's keyboard offers.
const INPUTS = { number: 'numeric', url: 'url', email: 'email' };

/// The fields of a service, filled in for a channel, or empty where that is null.
///
/// A secret is never filled in: `isKept` says that the channel has one, or names a credential of the system in its place.
export function fieldsOf(service, channel = null) {
  return (service?.settings ?? []).map((setting) => {
    const kind = kindOf(setting);
    return {
      name: setting.name, label: setting.label, help: setting.help ?? '', isRequired: setting.required === true,
      kind, isLong: setting.kind === 'lines', choices: kind === 'flag' ? ['true', 'false'] : setting.choices ?? [], usual: setting.default ?? null,
      input: INPUTS[setting.kind] ?? null,
      isKept: kind === 'secret' && Boolean((channel?.secrets ?? []).includes(setting.name) || channel?.settings?.[setting.name]),
      value: kind === 'secret' ? '' : channel?.settings?.[setting.name] ?? '',
    };
  });
}

/// What is sent for a form: `{body, mistakes}`, the mistakes by field, `name` among them.
///
/// `typed` is `{name, values: {field: text}, dropped: [secrets to be removed]}`. A new channel is sent whole, of another
/// only what was changed; a secret only where one was typed, or is to be removed.
export function channelBody(service, channel, typed) {
  const settings = {};
  const secrets = {};
  const mistakes = {};
  for (const field of fieldsOf(service, channel)) {
    const text = (typed.values[field.name] ?? '').trim();
    const isDropped = field.kind === 'secret' && typed.dropped.includes(field.name) && text === '';
    const isThere = text !== '' || (field.isKept && !isDropped);
    if (field.isRequired && !isThere && field.usual === null) mistakes[field.name] = 'alerts.missing';
    if (field.kind !== 'secret') {
      settings[field.name] = text === '' ? null : text;
    } else if (text !== '' || (isDropped && field.isKept)) {
      if (text !== '' || channel.secrets?.includes(field.name)) secrets[field.name] = text;
      if (channel?.settings?.[field.name]) settings[field.name] = null;
    }
  }
  const name = typed.name.trim();
  const body = channel ? changesOf(channel, name, settings) : { service: service.name, ...(name ? { name } : {}), settings: given(settings) };
  if (channel && name === '') mistakes.name = 'alerts.missing';
  if (Object.keys(secrets).length > 0) body.secrets = secrets;
  return { body, mistakes };
}

const given = (settings) => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

function changesOf(channel, name, settings) {
  const body = changedKeys(channel, { name });
  const changed = changedKeys(channel.settings ?? {}, settings);
  return Object.keys(changed).length > 0 ? { ...body, settings: changed } : body;
}

/// The field that a refusal is about, by its key in JSON: `settings.url`, `secrets.token`, `name`; null where there is none.
export function fieldOfKey(key, names) {
  const field = String(key ?? '').replace(/^(settings|secrets)\./, '');
  return names.includes(field) ? field : null;
}

/// Whether anything of a form would be sent.
export const isChanged = (body) => Object.keys(body).length > 0;
