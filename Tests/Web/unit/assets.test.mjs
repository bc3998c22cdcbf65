// What the page loads is there, small, and of its own making.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../../../Sources/WebApp/app/', import.meta.url));
const files = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(app, join(entry.parentPath ?? entry.path, entry.name)));
const read = (path) => readFileSync(join(app, path), 'utf8');
const modules = files.filter((path) => path.endsWith('.js'));

/// The modules that a module brings in, itself included.
function reach(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target] of read(path).matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)';/gms)) {
    reach(normalize(join(dirname(path), target)), found);
  }
  return found;
}

test('index.html preloads every module that main.js brings in, and no other', () => {
  const preloaded = [...read('index.html').matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
  const needed = [...reach('js/main.js')].filter((path) => path !== 'js/main.js').sort();
  assert.deepEqual(preloaded, needed,
    needed.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n'));
});

// What is loaded when it is first needed.
const later = ['js/alerts/open-page.js', 'js/alerts/view.js', 'js/detail/why.js', 'js/history/device-view.js', 'js/history/past-view.js', 'js/history/timeline.js', 'js/i18n/de.js', 'js/list/gathered.js', 'js/monitors/badge.js', 'js/monitors/form-view.js', 'js/monitors/view.js', 'js/monitors/watch-view.js', 'js/settings/view.js', 'js/shell/print.js', 'js/tools/view.js'];

test('every module is used', () => {
  const used = new Set([...reach('js/main.js'), ...reach('js/login.js'), 'js/early.js', ...later.flatMap((path) => [...reach(path)])]);
  assert.deepEqual(modules.filter((path) => !used.has(path)), []);
});

test('the log-in page brings in nothing of the app', () => {
  const open = /^js\/(login|early)\.js$|^js\/i18n\//;
  assert.deepEqual([...reach('js/login.js')].filter((path) => !open.test(path)), []);
});

const sizeOf = (paths) => paths.reduce((sum, path) => sum + statSync(join(app, path)).size, 0);

test('a first visit loads at most 292 kB, and all modules that one visitor ever needs are little more', () => {
  const linked = [...read('index.html').matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, target]) => target);
  const first = sizeOf(['index.html', ...new Set([...linked, ...reach('js/main.js')])]);
  assert.ok(first <= 292_000, `${first} bytes at the first visit`);
  // Nobody reads two languages at a time. Monitors and alerts, a third of all, are loaded when they are opened, and the form of a monitor,
  // with headers, parents and times of maintenance, when one is made or edited.
  const size = sizeOf(modules.filter((path) => !path.startsWith('js/i18n/de')));
  assert.ok(size <= 684_000, `${size} bytes of modules`);
});

test('no page has inline script or style, nor anything from elsewhere', () => {
  for (const path of files.filter((file) => file.endsWith('.html'))) {
    const html = read(path);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:\/\//, path);
  }
  for (const path of files.filter((file) => file.endsWith('.css'))) {
    assert.doesNotMatch(read(path), /@import|url\((?!['"]?data:)/, path);
  }
});

test('no module writes markup or style attributes', () => {
  for (const path of modules) {
    assert.doesNotMatch(read(path), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|setAttribute\('style'/, path);
  }
});

test('what the pages link to is there', () => {
  for (const path of ['index.html', 'login.html']) {
    for (const [, target] of read(path).matchAll(/(?:href|src)="([^"#]+)"/g)) {
      assert.ok(files.includes(target), `${path} links to ${target}`);
    }
  }
  for (const { src } of JSON.parse(read('manifest.webmanifest')).icons) {
    assert.ok(files.includes(src), `the manifest names ${src}`);
  }
});

test('every file is embedded in the program, and no other', { skip: !existsSync(join(app, '../assets.c')) }, () => {
  const listed = [...readFileSync(join(app, '../assets.c'), 'utf8').matchAll(/^#embed "app\/([^"]+)"/gm)].map(([, path]) => path);
  assert.deepEqual(listed.sort(), [...files].sort(), 'run scripts/web-assets.py');
});

test('style sheets ask for the sizes of screens that scripts ask for', () => {
  const screens = read('js/shell/screens.js');
  const [, narrow] = /NARROW = '([^']+)'/.exec(screens);
  const [, below] = /SHEET_BELOW = '([^']+)'/.exec(screens);
  const queries = Object.fromEntries(files.filter((path) => path.endsWith('.css'))
    .map((path) => [path, [...read(path).matchAll(/@media ([^{]*em\)[^{]*?) \{/g)].map(([, query]) => query)]));
  for (const path of ['css/shell.css', 'css/tools.css']) assert.ok(queries[path].includes(narrow), path);
  assert.ok(queries['css/detail.css'].includes(below));
  // Each is one of the scripts' own sizes, or begins where that ends.
  const sizes = new Set([narrow, below].join().match(/[\d.]+em/g).flatMap((size) => [size, `${Math.round(parseFloat(size))}em`]));
  for (const [path, list] of Object.entries(queries)) {
    assert.deepEqual(list.join().match(/[\d.]+em/g)?.filter((size) => !sizes.has(size)) ?? [], [], path);
  }
});
