// One tool: its form, and its result as it comes.

import { button, h } from '../dom.js';
import { isolate, t } from '../i18n/i18n.js';
import { failureWords } from '../model/failures.js';
import { announce, toast } from '../shell/announce.js';
import { symbol } from '../shell/symbols.js';
import { certView } from './cert-view.js';
import { diagnoseView } from './diagnose-view.js';
import { createForm } from './form.js';
import { genericView } from './generic-view.js';
import { pingView } from './ping-view.js';
import { portsView } from './ports-view.js';
import { said } from './parts.js';
import { asnView, dnsView, whoisView } from './registry-view.js';
import { runTool } from './stream.js';
import { traceView } from './trace-view.js';

const VIEWS = {
  ping: pingView, trace: traceView, ports: portsView, cert: certView, whois: whoisView, asn: asnView, dns: dnsView, diagnose: diagnoseView,
};
// What comes in bursts is drawn together.
const DRAW_MS = 80;
// So often what goes on is said aloud.
const SAY_MS = 8000;

// What fails for reasons of the tools' own
const FAILURES = {
  0: 'tools.lost', 403: 'tools.refused', 404: 'tools.notFound', 429: 'tools.busy', 502: 'tools.noAnswer', 503: 'tools.unable', 504: 'tools.noEnd',
};

// Why a run ended before it was done, in words.
const ENDS = { stopped: 'tools.endedByYou', left: 'tools.endedByLeaving', lost: 'tools.endedByLoss', interrupted: 'tools.interrupted' };

/// Makes the page of a tool. `suggest()` gives devices for its target.
export function createPage(tool, { suggest }) {
  const form = createForm(tool, { onRun: run, onStop: () => stop('stopped'), suggest });
  const result = h('div', { class: 'tool-result', tabindex: '-1' });
  const element = h('div', { class: 'tool-page' }, form.element, result);
  let control = null;
  let timer = null;
  let view = null;
  // Why the run that goes on is being ended
  let end = null;

  function draw() {
    timer = null;
    view?.draw();
  }

  function drawSoon() {
    timer ??= setTimeout(draw, DRAW_MS);
  }

  function foot(report) {
    const text = JSON.stringify(report, null, 2);
    return h('div', { class: 'result-foot' },
      button('button', () => copy(text), symbol('copy'), h('span', {}, t('tools.copy'))));
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t('tools.copied'));
    } catch {
      // Without TLS the clipboard is closed to pages: the text can be taken by hand.
      const area = h('textarea', { class: 'copy mono', readonly: true, rows: '12', 'aria-label': 'JSON' });
      area.value = text;
      result.querySelector('.copy')?.remove();
      result.append(area);
      area.focus();
      area.select();
    }
  }

  /// Marks a result as incomplete.
  function incomplete(why) {
    result.prepend(h('div', { class: 'incomplete', data: { end: why } }, symbol('warning'), h('p', {}, t(ENDS[why]))));
  }

  function failure(error) {
    const { status } = error;
    const words = FAILURES[status] ? t(FAILURES[status]) : failureWords({ status });
    result.append(h('div', { class: 'failure', role: 'alert' }, symbol('warning'),
      h('div', {}, h('p', {}, words), error.detail ? h('p', { class: 'muted', dir: 'auto' }, said(error.detail, error)) : null)));
  }

  async function run(body, target) {
    stop();
    end = null;
    const own = new AbortController();
    control = own;
    view = (VIEWS[tool.name] ?? genericView)({ tool, body, target });
    const mine = view;
    result.replaceChildren(view.element);
    const hadFocus = form.element.contains(document.activeElement);
    form.setRunning(true);
    if (hadFocus) form.focusStop();
    view.draw();
    announce(t('tools.started', { target: isolate(target) }));
    const speech = setInterval(() => announce(mine.words()), SAY_MS);
    try {
      const report = await runTool(tool.name, body, {
        signal: own.signal,
        onProgress(progress) { if (view === mine) { mine.take(progress); drawSoon(); } },
      });
      if (view !== mine) return;
      mine.finish(report);
      mine.draw();
      result.append(foot(report));
      if (report.interrupted) incomplete('interrupted');
      announce(report.interrupted ? `${t(ENDS.interrupted)} ${mine.words()}` : mine.words());
    } catch (error) {
      if (view !== mine) return;
      mine.stop();
      mine.draw();
      const why = own.signal.aborted ? end ?? 'left' : 'lost';
      if (why === 'lost') failure(error);
      // Where nothing was found, there is no part of a result to be shown.
      const isPart = mine.element.textContent !== '';
      mine.element.hidden = !isPart;
      if (isPart) incomplete(why);
      if (isPart && why !== 'left') announce(t(ENDS[why]));
      else if (why !== 'lost') announce(t('tools.stopped'));
    } finally {
      clearInterval(speech);
      if (control === own) {
        control = null;
        const held = form.element.contains(document.activeElement);
        form.setRunning(false);
        if (held) form.focusRun();
      }
    }
  }

  /// Ends the run: `stopped` by hand, or `left`.
  function stop(why = 'left') {
    end = why;
    control?.abort();
    clearTimeout(timer);
    timer = null;
  }

  return {
    element, stop, fill: form.fill, start: form.submit, target: form.target, focus: form.focus,
    isEmpty: () => view === null,
  };
}
