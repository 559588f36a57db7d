/**
 * Measures the first load, and each screen on top of the shell: the chunk of its page with
 * everything it imports, compressed with gzip. Parts that are loaded on demand are not counted. Run
 * it after `npm run build`. It fails if a screen exceeds its budget.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { filesOfModules, shell } from './chunks.js';

const KB = 1000;

/** Budget of the landing page with the shell. */
const FIRST_LOAD = 130 * KB;
const SCREEN = 120 * KB;

/** Screens with their own budget. */
const budgets = {
  '/requester/singlerequest': 200 * KB,
  '/requester/submitrequest': 200 * KB,
  '/datarequest': 200 * KB,
  // It has most kinds of fields: a form of a record as a page, with tabs and a search of time zones.
  '/superuser/calendar': 150 * KB,
};

const weights = new Map();
function weightOf(file) {
  if (!weights.has(file)) {
    weights.set(file, gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length);
  }
  return weights.get(file);
}
const sum = (files) => [...files].reduce((total, file) => total + weightOf(file), 0);

const screens = JSON.parse(readFileSync('dist/.vite/screens.json', 'utf8'));
const [landing, ...others] = screens;
const rows = [
  {
    name: 'First load of the landing page',
    weight: sum([...shell, ...filesOfModules([landing.module])]),
    budget: FIRST_LOAD,
  },
  ...others.map(({ path, module }) => ({
    name: path,
    weight: sum(filesOfModules([module])),
    budget: budgets[path] ?? SCREEN,
  })),
];

const kB = (bytes) => (bytes / KB).toFixed(1).padStart(6);
for (const { name, weight, budget } of rows) {
  const verdict = weight > budget ? `  over ${budget / KB} kB` : '';
  console.log(`${kB(weight)} kB  ${name}${verdict}`);
}
process.exitCode = rows.some(({ weight, budget }) => weight > budget) ? 1 : 0;
