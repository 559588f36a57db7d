/** Measures the pages of a running server with demo data, and writes a report to the named file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { address, signIn } from './browser.js';
import { journeys, measureInteractions, reportInteractions } from './interactions.js';
import { measureLoads, reportLoads } from './loads.js';

const file = process.argv[2];
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
/** Only measurements with one of these words in their names run. */
const wanted = process.argv.slice(3).map((word) => word.toLowerCase());
const isWanted =
  (kind) =>
  ({ name }) =>
    wanted.length === 0 || wanted.some((word) => `${kind} ${name}`.toLowerCase().includes(word));

const requester = await signIn('Data Requester');
const reviewer = await signIn('Data Access Reviewer');

const { data: sources } = await (
  await fetch(`${address}/api/v1/data_dictionary/data_sources?page=1&page_size=9`)
).json();
const largest = sources.reduce((a, b) => (b.variables_count > a.variables_count ? b : a));
const { data: requests } = await reviewer.call('data_requests?page=1&page_size=5');

/** Creates a draft in which all screens were reached. */
async function draft() {
  const { data } = await requester.call('data_requests', {
    method: 'POST',
    body: { title: 'Measles in the north', reached: 8 },
  });
  return data.draft_id;
}

const draftId = await draft();
const step = (id) => ({
  path: `/requester/submitrequest?draft=${draftId}&step=${id}`,
  person: requester,
});
const dictionary = { path: `/datatable/${largest.data_source_id}` };

const pages = [
  { name: 'Landing page', path: '/home' },
  { name: 'Dictionary', ...dictionary },
  { name: 'Documents', path: '/documents' },
  {
    name: 'Request detail',
    path: `/datarequest?request_id=${requests[0].request_id}`,
    person: reviewer,
  },
  { name: 'Wizard', ...step('study') },
];
const ways = journeys({
  dictionary,
  wizard: step('study'),
  specification: step('specification'),
  devices: step('devices-staff'),
});

const loads = await measureLoads(pages.filter(isWanted('load')), runs);
const interactions = await measureInteractions(ways.filter(isWanted('use')), runs);

const [{ model }] = cpus();
const report = `# Pages

${runs} runs of each; ${cpus().length} processors (${model.trim()}), Lighthouse's mobile profile.

${reportLoads(loads)}

${reportInteractions(interactions)}
`;
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, report);
console.log(report);
