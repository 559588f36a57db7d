import lighthouse from 'lighthouse';
import { address, withPage } from './browser.js';
import { shown, table } from './figures.js';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const metrics = {
  'first-contentful-paint': 'First paint ms',
  'largest-contentful-paint': 'Largest paint ms',
  'total-blocking-time': 'Blocking ms',
  'speed-index': 'Speed index ms',
  'cumulative-layout-shift': 'Layout shift',
};

/**
 * Loads a page once with Lighthouse's mobile profile, which simulates a slow connection and a slow
 * processor.
 */
async function load({ path, person }) {
  return withPage(person, async (page) => {
    const result = await lighthouse(
      address + path,
      // The browser is new, and a reset would delete the session.
      { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' },
      undefined,
      page,
    );
    if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
    return result.lhr;
  });
}

/** Returns the failed audits of all categories except performance. */
function faultsOf({ categories: found, audits }) {
  return categories.slice(1).flatMap((category) =>
    found[category].auditRefs
      .map(({ id, weight }) => ({ ...audits[id], weight }))
      .filter(({ score, weight }) => weight > 0 && score !== null && score < 1)
      .map(({ id, title }) => `${category}: ${id} (${title})`),
  );
}

/**
 * Loads each page `runs` times. The pages alternate, so that other load of the machine affects all
 * of them alike.
 */
export async function measureLoads(pages, runs) {
  const found = new Map(pages.map(({ name }) => [name, []]));
  for (let run = 1; run <= runs; run += 1) {
    for (const page of pages) {
      const report = await load(page);
      found.get(page.name).push(report);
      console.error(
        `${run}/${runs} ${page.name}: ${Math.round(report.categories.performance.score * 100)}`,
      );
    }
  }
  return found;
}

/** Returns the report of the loads as Markdown. */
export function reportLoads(found) {
  const rows = [...found].map(([name, reports]) => [
    name,
    ...categories.map((category) =>
      shown(reports.map((report) => report.categories[category].score * 100)),
    ),
    ...Object.keys(metrics).map((metric) =>
      shown(
        reports.map((report) => report.audits[metric].numericValue),
        metric === 'cumulative-layout-shift' ? 3 : 0,
      ),
    ),
  ]);
  const heads = ['Performance', 'Accessibility', 'Best practices', 'SEO'];
  const faults = [...found].flatMap(([name, reports]) =>
    [...new Set(reports.flatMap(faultsOf))].map((fault) => `- ${name}: ${fault}`),
  );
  return [
    table(['Median (least to greatest)', ...heads, ...Object.values(metrics)], rows),
    ...(faults.length > 0
      ? ['Failed audits, except those of performance:', faults.join('\n')]
      : []),
  ].join('\n\n');
}
