// A diagnosis in another language than the server's: sentences from its codes and figures. Pure.

import { foreign, isolate, listing, milliseconds } from '../i18n/i18n.js';
import { plain } from '../model/device.js';
import { mtuFinding } from './trace-fold.js';

const shown = (value) => (value === null || value === undefined ? undefined : isolate(plain(String(value))));
const list = (values) => (values.length === 0 ? undefined : listing(values.map(shown)));
const figure = (step, name) => step?.evidence.find((one) => one.name === name)?.value ?? null;
const time = (value) => (value === null ? undefined : milliseconds(value).replaceAll(' ', '\u00a0'));

/// The figures of each of several, which begin with one of that name.
function groups(step, first) {
  const all = [];
  for (const { name, value } of step?.evidence ?? []) {
    if (name === first) all.push({});
    if (all.length > 0) all.at(-1)[name] = value;
  }
  return all;
}

const interfaces = (step, state) => (step?.evidence ?? []).filter((one) => one.value === state).map((one) => one.name);
const isOwn = ({ value }) => /^(169\.254\.|fe[89ab])/i.test(String(value));
const isGood = ({ answer, rtt_ms: rtt }) => typeof rtt === 'number' && /^(NOERROR|NXDOMAIN)$/.test(answer);
const isSilent = ({ answer, rtt_ms: rtt }) => typeof rtt !== 'number' && typeof answer === 'string';

function resolverFacts(step) {
  const all = groups(step, 'resolver');
  const silent = all.filter(isSilent).map((one) => one.resolver);
  const telling = all.find((one) => one.lies === true) ?? all.find(isGood) ?? all.find((one) => typeof one.rtt_ms === 'number') ?? all[0];
  return { all, telling, silent: list(silent), count: silent.length, resolver: shown(telling?.resolver), answer: shown(telling?.answer) };
}

/// The ports that ended in a way, as `said.ports`.
function portsThat(step, end) {
  const ports = (step?.evidence ?? []).filter((one) => one.value === end).map(({ name }) => /^port_(\d+)$/.exec(name)?.[1]).filter(Boolean);
  return ports.length === 0 ? undefined : foreign('said.ports', { count: ports.length, list: listing(ports) }) ?? undefined;
}

const skipped = (step) => foreign(`said.${step.step}.${figure(step, 'reason')}`);

const WORDS = {
  link(step) {
    const up = interfaces(step, 'up');
    if (step.state === 'ok') return foreign('said.link.up', { names: list(up), count: up.length });
    if (step.state !== 'bad') return null;
    if (step.evidence.length === 0) return foreign('said.link.none');
    const [dead] = interfaces(step, 'no link');
    return dead ? foreign('said.link.dead', { name: shown(dead) }) : foreign('said.link.off', { name: shown(interfaces(step, 'off')[0]) });
  },
  address(step, { steps }) {
    if (step.state === 'skipped') return foreign('said.address.noLink');
    if (step.state === 'bad') {
      const own = step.evidence.find(isOwn);
      return own ? foreign('said.address.own', { name: shown(own.name), address: shown(own.value.split('/')[0]) })
        : foreign('said.address.none', { name: shown(interfaces(steps.get('link'), 'up')[0]) });
    }
    const usable = step.evidence.filter((one) => !isOwn(one));
    const words = usable.slice(0, 2).map(({ name, value }) => foreign('said.address.ok', { name: shown(name), address: shown(value) }));
    if (words.length === 0 || words.includes(null)) return null;
    const more = usable.length > 2 ? ` ${foreign('said.more', { count: usable.length - 2 })}` : '';
    return words.join(', ') + more;
  },
  duplicate(step) {
    if (step.state === 'skipped') return skipped(step);
    if (step.state === 'ok') return foreign('said.duplicate.ok');
    const doubled = figure(step, 'doubled');
    if (doubled === null) return null;
    const macs = step.evidence.filter((one) => one.name === doubled).map((one) => one.value);
    return foreign(macs.length === 1 ? 'said.duplicate.own' : 'said.duplicate.two', { address: shown(doubled), macs: list(macs) });
  },
  routes(step) {
    if (step.state === 'skipped') return skipped(step);
    return foreign(`said.routes.${figure(step, 'outcome')}`, { route: shown(figure(step, 'route')), over: shown(figure(step, 'over')) });
  },
  mtu(step, { host }) {
    if (step.state === 'skipped') return skipped(step);
    if (step.evidence.length === 0) return foreign('said.mtu.late');
    const [mtu, at] = [figure(step, 'mtu'), figure(step, 'limited_by')];
    const [key, values] = mtuFinding({
      path: mtu, link: figure(step, 'link'), black_hole: figure(step, 'black_hole') === true,
      // The last router that said so; another link may take less all the same.
      limits: at && mtu < figure(step, 'link') ? [{ address: at, mtu }] : [],
    });
    return foreign(key, { ...values, at: shown(values.at), target: host });
  },
  content(step) {
    if (step.state === 'skipped') return skipped(step);
    const [status, count] = [figure(step, 'status'), figure(step, 'bytes')];
    const facts = { port: figure(step, 'port') ?? undefined, status: status ?? undefined, redirect: shown(figure(step, 'redirect')), count: count ?? undefined };
    if (step.state === 'ok') return foreign(facts.redirect ? 'said.content.moved' : 'said.content.ok', facts);
    if (step.state === 'unknown') return count > 0 ? foreign('said.content.foreign', facts) : null;
    if (status === 511) return foreign('said.content.portal', facts);
    if (facts.redirect) return foreign('said.content.redirect', facts);
    return foreign(status === null && count === 0 ? 'said.content.nothing' : 'said.content.stops', facts);
  },
  gateway(step) {
    const all = groups(step, 'gateway');
    const way = figure(step, 'interface');
    if (way) return foreign('said.gateway.direct', { name: shown(way) });
    if (all.length === 0) return step.state === 'bad' ? foreign('said.gateway.none') : null;
    const best = all.find((one) => one.received > 0) ?? all.find((one) => one.there === true) ?? all.find((one) => one.there === false) ?? all[0];
    const gateway = shown(best.gateway);
    if (step.state === 'skipped') return foreign('said.gateway.public', { gateway });
    if (step.state === 'bad') {
      if (all.every((one) => one.there !== false)) {
        const lossy = all.find((one) => one.received < one.sent) ?? best;
        return foreign('said.gateway.loses', { gateway: shown(lossy.gateway), received: lossy.received, sent: lossy.sent });
      }
      // The other family's may be well.
      const dead = all.find((one) => one.there === false) ?? best;
      return foreign(dead.mac ? 'said.gateway.silent' : 'said.gateway.absent', { gateway: shown(dead.gateway) });
    }
    return typeof best.rtt_ms === 'number' ? foreign('said.gateway.ok', { gateway, time: time(best.rtt_ms) }) : foreign('said.gateway.noEchoes', { gateway });
  },
  resolver(step) {
    const { all, telling, ...facts } = resolverFacts(step);
    if (all.length === 0) return step.state === 'bad' ? foreign('said.resolver.none') : null;
    if (step.state === 'skipped') return foreign('said.resolver.public', facts);
    if (step.state === 'ok') return foreign(facts.silent ? 'said.resolver.partly' : 'said.resolver.ok', { ...facts, time: time(telling.rtt_ms ?? null) });
    if (step.state !== 'bad') return null;
    if (telling.lies === true) return foreign('said.resolver.lies', facts);
    return foreign(typeof telling.rtt_ms === 'number' ? 'said.resolver.fails' : 'said.resolver.silent', facts);
  },
  name(step) {
    if (step.state === 'skipped') return foreign('said.name.address');
    const outcome = figure(step, 'outcome');
    if (outcome) return foreign(`said.name.${outcome}`);
    const addresses = step.evidence.map((one) => one.value);
    const words = foreign('said.name.ok', { address: shown(addresses[0]) });
    return words && addresses.length > 1 ? `${words} ${foreign('said.more', { count: addresses.length - 1 })}` : words;
  },
  route(step, { host }) {
    if (step.state === 'skipped') return foreign('said.route.itself');
    const at = shown(figure(step, 'last_address'));
    const hop = figure(step, 'last_hop') ?? undefined;
    const facts = { host, target: host, at, hop, count: figure(step, 'hops') ?? undefined };
    switch (figure(step, 'verdict')) {
      case 'reached': return foreign('trace.reached', facts);
      case 'path_changed': return foreign('trace.pathChanged', facts);
      case 'loop': return foreign('trace.loop', facts);
      case 'unreachable': return foreign('trace.unreachable', facts);
      case 'undecided': return foreign('trace.undecided', facts);
      case 'too_far': return foreign('trace.tooFar', facts);
      case 'no_answer': return foreign(hop ? 'trace.noAnswer' : 'trace.nobody', facts);
      case 'loss':
        return figure(step, 'limited') === true
          ? foreign('said.route.limited', { ...facts, received: figure(step, 'slower_received') ?? undefined, sent: figure(step, 'slower_sent') ?? undefined })
          : foreign('trace.loss', { hop: figure(step, 'loss_begins') ?? undefined });
      default: return null;
    }
  },
  tcp(step) {
    if (step.state === 'ok') {
      const open = step.evidence.find((one) => one.value === 'open');
      return foreign('said.tcp.ok', { port: open?.name.slice(5), time: time(figure(step, 'rtt_ms')) });
    }
    const end = ['refused', 'unreachable', 'timed_out'].find((one) => step.evidence.some(({ value }) => value === one));
    return end ? foreign(`said.tcp.${end}`, { ports: portsThat(step, end) }) : null;
  },
  tls(step, { steps, port }) {
    if (step.state === 'skipped') return steps.get('tcp')?.state === 'ok' ? foreign('said.tls.other', { port: port ?? undefined }) : foreign('said.tls.unconnected');
    const problem = figure(step, 'problem');
    if (problem) return foreign(`cert.problem.${problem}`);
    const days = figure(step, 'remaining_days');
    if (step.state !== 'ok' || days === null) return null;
    return foreign(figure(step, 'trusted') === false ? 'said.tls.untrusted' : 'said.tls.good', { version: shown(figure(step, 'version')), count: Math.floor(days) });
  },
};

/// A step in the page's language; null where the server's own words must do.
///
/// `about` is what else is known: `steps` by name, the `host` asked about, the `port`.
export function stepWords(step, about) {
  if (!Object.hasOwn(WORDS, step.step) || !Array.isArray(step.evidence)) return null;
  return WORDS[step.step](step, { ...about, host: shown(about.host) });
}

/// The verdict in the page's language; null where the server's own words must do.
export function verdictWords(report) {
  const steps = new Map(report.steps.map((step) => [step.step, step]));
  const { code } = report.verdict;
  const problem = figure(steps.get('tls'), 'problem');
  if (/^(certificate_|tls_)/.test(code)) {
    const words = foreign(`cert.problem.${problem}`);
    return words && `${words}.`;
  }
  const isDirect = steps.get('gateway')?.state === 'skipped';
  const isNowhere = isDirect && figure(steps.get('route'), 'last_hop') === null;
  const variant = code === 'well' && !report.host ? (isDirect ? '.direct' : '.near')
    : code === 'nothing_beyond_gateway' && isNowhere ? '.direct' : '';
  const tcp = steps.get('tcp');
  const own = steps.get('address')?.evidence.find(isOwn);
  const { all, telling, ...resolvers } = resolverFacts(steps.get('resolver'));
  return foreign(`said.verdict.${code}${variant}`, {
    ...resolvers, host: shown(report.host), up: shown(interfaces(steps.get('link'), 'up')[0]), dead: shown(interfaces(steps.get('link'), 'no link')[0]),
    off: shown(interfaces(steps.get('link'), 'off')[0]), own: shown(own?.value.split('/')[0]),
    gateway: shown(groups(steps.get('gateway'), 'gateway').find((one) => (code === 'gateway_loss' ? one.received < one.sent : one.there === false))?.gateway),
    doubled: shown(figure(steps.get('duplicate'), 'doubled')), mtu: figure(steps.get('mtu'), 'mtu') ?? undefined,
    at: shown(figure(steps.get('route'), 'last_address')), hop: figure(steps.get('route'), 'last_hop'), loss: figure(steps.get('route'), 'loss_begins'),
    refused: portsThat(tcp, 'refused'), silentPorts: portsThat(tcp, 'timed_out'), unreachable: portsThat(tcp, 'unreachable'),
  });
}

/// What decided the verdict, and what is wrong beside, as `[words, is the server's own]`.
export function asideWords(report, about) {
  const { because, notes } = report.verdict;
  const step = (text) => report.steps.find((one) => one.text === text || `${one.step}: ${one.text}` === text);
  return [...because, ...notes].map((text) => {
    const found = step(text);
    const words = found ? stepWords(found, about) : null;
    return [words ?? plain(text), words === null];
  });
}
