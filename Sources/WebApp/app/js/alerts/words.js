// Alerts in words: the news, how they fare, and why they wait. Pure but for the words.

import { serverNow } from '../i18n/clock.js';
import { duration, foreign, isolate, number, relativeTime, t } from '../i18n/i18n.js';
import { messageWords, sentence } from '../i18n/phrases.js';
import { plain } from '../model/device.js';
import { failureWords } from '../model/failures.js';
import { timeWords } from './hours.js';

/// One piece of news; in English as it was sent, elsewhere by what kind it is and of what.
export function itemWords(item) {
  const subject = plain(item.subject);
  const values = { subject: isolate(subject) };
  const words = item.severity === 'resolved' ? foreign(`news.over.${item.kind}`, values) : foreign(`news.${item.kind}`, values);
  return sentence((subject && words) || plain(item.text));
}

/// What an alert says in one line: its only news; of several what it was sent with, elsewhere than in English the worst of them
/// and how many more there are.
export function noticeWords(notice) {
  const items = notice?.items ?? [];
  const others = items.length - 1 + (notice?.more ?? 0);
  if (items.length === 0 || others > 0) {
    const more = items.length > 0 ? foreign('news.more', { words: itemWords(items[0]), count: others }) : null;
    return more ?? sentence(plain(notice?.title));
  }
  return itemWords(items[0]);
}

/// The name of a channel or a rule; its id where it is gone.
export const nameOf = (one, id) => isolate(plain(one?.name) || plain(id));

/// How an alert fares: sent, tried again when, held until when. `channel` and `rule` are null where they are gone.
export function stateWords(alert, { channel, rule }, now = serverNow()) {
  const tries = alert.tries ?? 0;
  switch (alert.state) {
    case 'sent':
      return tries > 1 ? t('alerts.sentAfter', { count: tries }) : t('alerts.sent');
    case 'held':
      return rule?.quiet_hours ? t('alerts.heldUntil', { time: timeWords(rule.quiet_hours.to) }) : t('alerts.held');
    case 'given_up':
      return tries > 0 ? t('alerts.givenUpAfter', { count: tries }) : t('alerts.givenUp');
    case 'waiting': {
      if (channel && !channel.on) return t('alerts.waitsForChannel');
      if (tries === 0) return t('alerts.sending');
      const isDue = !alert.next_try || Date.parse(alert.next_try) <= now;
      return isDue ? t('alerts.triesNow', { count: tries }) : t('alerts.triesAgain', { count: tries, when: relativeTime(alert.next_try, now) });
    }
    default:
      return t(`alerts.state.${alert.state}`);
  }
}

/// Why the last attempt failed, as a sentence; '' where none did.
export const errorWords = (alert) => (alert.error ? sentence(messageWords(alert.error)) : '');

/// What came of a test, in words.
export function deliveryWords(delivery, name) {
  if (delivery.outcome === 'sent') return t('alerts.test.sent', { name });
  const reason = delivery.error ? sentence(messageWords(delivery.error)) : '';
  const wait = delivery.retry_after_s > 0 ? t('alerts.test.wait', { time: duration(delivery.retry_after_s) }) : '';
  return [t(delivery.outcome === 'refused' ? 'alerts.test.refused' : 'alerts.test.failed'), reason, wait].filter(Boolean).join(' ');
}

/// How many secrets a channel has, with their names as its service calls them.
export function secretWords(names, words) {
  return names.length === 0 ? '' : t('alerts.secrets', { count: names.length, names: names.map(words) });
}

/// How many alerts wait; '' where none do. What is counted ends at `most`.
export function waitingWords(count, most) {
  if (count === 0) return '';
  return count >= most ? t('alerts.waitingMost', { most: number(most) }) : t('alerts.waitingCount', { count });
}

/// Whether something is muted without an end: until the last year that a time can say.
export const isForEver = ({ until }) => !until || !(new Date(until).getUTCFullYear() < 9000);

/// Why something of the alerts could not be loaded, or done; `key` says what.
export const lossWords = (key, error) => (error.status === 404 && key === 'alerts.notLoaded' ? t('alerts.notKept') : `${t(key)} ${failureWords(error)}`);

/// Text of a service in the page's language: its own name, a setting, or that one's help.
export function serviceWords(service, setting, part, text) {
  const key = setting ? `${service}.${setting}${part === 'help' ? '.help' : ''}` : service;
  return foreign(`service.${key}`) ?? (setting ? foreign(`service.${setting}${part === 'help' ? '.help' : ''}`) : null) ?? plain(text);
}
