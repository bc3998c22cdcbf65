// A monitor's form: its fields as text, and the body of a request that they make. Pure.

import { changedKeys } from '../model/changes.js';
import { headersOf, rowsOf } from './headers.js';

/// The kinds, in the order in which they are offered.
export const KINDS = ['icmp', 'http', 'tcp', 'tls', 'dns', 'presence', 'internet'];

/// The intervals that are offered, in seconds.
export const INTERVALS = [10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/// The options of each kind: `{key, type}`; a list is typed one a line, `lines` are sent as they are, a choice has `choices`.
export const OPTIONS = {
  icmp: [{ key: 'count', type: 'whole' }],
  http: [
    { key: 'method', type: 'choice', choices: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] }, { key: 'redirects', type: 'whole' },
    { key: 'cross_host_redirects', type: 'flag', usual: false },
    { key: 'verify_certificate', type: 'flag', usual: true }, { key: 'headers', type: 'headers' }, { key: 'body', type: 'lines' },
  ],
  tcp: [],
  tls: [
    { key: 'minimum_days', type: 'whole' }, { key: 'server_name', type: 'text' },
    { key: 'starttls', type: 'choice', choices: ['', 'smtp', 'imap', 'pop3', 'ftp', 'ldap', 'postgres', 'mysql', 'xmpp', 'xmpp-server', 'sieve'] },
    { key: 'verify_certificate', type: 'flag', usual: true },
  ],
  dns: [
    { key: 'record', type: 'choice', choices: ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV', 'CAA', 'PTR', 'SOA', 'HTTPS', 'TLSA'] }, { key: 'resolver', type: 'text' },
    { key: 'expected', type: 'list' }, { key: 'dnssec', type: 'flag', usual: false },
  ],
  presence: [],
  internet: [],
};

/// The numbers of the thresholds: their field, and where they stand in a monitor.
export const THRESHOLDS = [
  { field: 'timeout', key: 'timeout_s' },
  { field: 'down_m', key: 'down_after', part: 'm' }, { field: 'down_n', key: 'down_after', part: 'n' },
  { field: 'up_m', key: 'up_after', part: 'm' }, { field: 'up_n', key: 'up_after', part: 'n' },
  { field: 'rtt_ms', key: 'degraded', part: 'rtt_ms' }, { field: 'loss', key: 'degraded', part: 'loss', scale: 100 },
  { field: 'times_usual', key: 'degraded', part: 'times_usual' },
];

const PLACES = 1e6;
const tidy = (value) => Math.round(value * PLACES) / PLACES;
const written = (value) => (value === null || value === undefined ? '' : String(value));

/// The fields of a monitor; of a new one where it is null.
export function fieldsOf(monitor) {
  const fields = {
    kind: monitor?.kind ?? 'icmp', target: written(monitor?.target), name: written(monitor?.name), interval: written(monitor?.interval_s ?? 60),
    conditions: (monitor?.conditions ?? []).join('\n'), parents: [...(monitor?.parents ?? [])], maintenance: [...(monitor?.maintenance ?? [])], options: {},
  };
  for (const { field, key, part, scale = 1 } of THRESHOLDS) {
    const value = part ? monitor?.[key]?.[part] : monitor?.[key];
    fields[field] = Number.isFinite(value) ? String(tidy(value * scale)) : '';
  }
  for (const { key, type, usual } of OPTIONS[fields.kind] ?? []) {
    const value = monitor?.options?.[key];
    fields.options[key] = type === 'flag' ? value ?? usual : type === 'headers' ? rowsOf(value) : type === 'list' ? (value ?? []).join('\n') : written(value);
  }
  return fields;
}

/// A number as people type it: the comma is a point in half of Europe. NaN where it is none, null where nothing is typed.
export function numberIn(text) {
  const plain = String(text ?? '').trim().replace(',', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/// The lines of conditions, without empty ones.
export const linesOf = (text) => text.split('\n').map((line) => line.trim()).filter(Boolean);

// A text field of several lines ends each with LF; what nobody has touched keeps its own ends.
const plainEnds = (text) => String(text ?? '').replace(/\r\n?/g, '\n');

/// Lines as they were typed, or as they were where only their ends differ.
export const linesKept = (typed, before) => (plainEnds(before) === plainEnds(typed) ? String(before ?? '') : String(typed ?? ''));

/// The body of a request, and the fields that are no numbers: `{body, mistakes}`.
///
/// What is empty is left out of a new monitor; of one that is there it becomes as usual, which `null` says.
export function bodyOf(fields, isNew) {
  const mistakes = [];
  const numberOf = (name, text, scale = 1) => {
    const value = numberIn(text);
    if (Number.isNaN(value)) mistakes.push(name);
    return value === null || Number.isNaN(value) ? null : tidy(value / scale);
  };
  const body = { kind: fields.kind, target: fields.target.trim(), name: fields.name.trim() || null, interval_s: numberOf('interval', fields.interval) };
  for (const { field, key, part, scale } of THRESHOLDS) {
    const value = numberOf(field, fields[field], scale);
    if (part) body[key] = { ...body[key], [part]: value };
    else body[key] = value;
  }
  // Only a number of both is a quorum.
  for (const key of ['down_after', 'up_after']) {
    const { m, n } = body[key];
    body[key] = m === null && n === null ? null : { m: m ?? n, n: n ?? m };
  }
  body.options = {};
  for (const { key, type } of OPTIONS[fields.kind] ?? []) {
    const typed = fields.options[key];
    if (type === 'flag') body.options[key] = Boolean(typed);
    else if (type === 'whole') body.options[key] = numberOf(`options.${key}`, typed);
    else if (type === 'list') body.options[key] = linesOf(String(typed ?? ''));
    else if (type === 'headers') body.options[key] = headersOf(typed ?? []).headers;
    else if (type === 'lines') body.options[key] = String(typed ?? '') || null;
    else body.options[key] = String(typed ?? '').trim() || null;
  }
  Object.assign(body, { conditions: linesOf(fields.conditions), parents: fields.parents, maintenance: fields.maintenance });
  if (isNew) {
    for (const part of [body.options, body.degraded, body]) {
      for (const [key, value] of Object.entries(part)) if (value === null || (part === body.options && value.length === 0)) delete part[key];
    }
    for (const key of ['options', 'degraded']) if (Object.keys(body[key]).length === 0) delete body[key];
  }
  return { body, mistakes };
}

/// What is sent of a monitor that is edited: what differs from how the form began, so that what others change meanwhile stays.
export const changesOf = (monitor, body) => changedKeys(bodyOf(fieldsOf(monitor), false).body, body);

const FIELDS = { interval_s: 'interval', timeout_s: 'timeout', down_after: 'down_m', up_after: 'up_m' };

/// The field that a key of the server's refusal is of: `options.headers`, `conditions[0]`, `degraded.loss`.
export function fieldOf(key) {
  if (typeof key !== 'string') return null;
  const [first, second] = key.split(/[.[]/);
  if (first === 'options') return second ? `options.${second}` : 'target';
  if (first === 'degraded') return second ?? 'rtt_ms';
  if ((first === 'down_after' || first === 'up_after') && second === 'n') return `${first.split('_')[0]}_n`;
  return FIELDS[first] ?? first;
}

/// What of a refusal is of which line and character of the conditions: `{index, line, place}`, null where it is of none.
///
/// `index` counts the conditions, `place` the characters, both from 0.
export function conditionMistake({ key, values } = {}, conditions = []) {
  const index = Number(/^conditions\[(\d+)\]/.exec(key ?? values?.key ?? '')?.[1] ?? NaN);
  if (!Number.isInteger(index) || index >= conditions.length) return null;
  const line = conditions[index];
  const place = Number.isInteger(values?.place) ? Math.min(Math.max(0, values.place - 1), line.length) : null;
  return { index, line, place };
}

/// Where a condition of a text begins, counted in characters; `index` counts lines that are not empty.
export function startOf(text, index) {
  let [at, seen] = [0, -1];
  for (const line of text.split('\n')) {
    if (line.trim() !== '') seen += 1;
    if (seen === index && line.trim() !== '') return at + line.indexOf(line.trim());
    at += line.length + 1;
  }
  return text.length;
}
