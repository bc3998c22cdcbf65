// The program's own sources, for tests that compare the page with them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../Sources/', import.meta.url));

/// The Swift code of a folder of Sources, all its files in one text: files move, declarations stay.
export function swiftIn(folder) {
  return readdirSync(join(sources, folder), { recursive: true })
    .filter((path) => path.endsWith('.swift')).sort()
    .map((path) => readFileSync(join(sources, folder, path), 'utf8')).join('\n');
}
