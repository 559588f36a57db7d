import { address, withPage } from './browser.js';
import { shown, table } from './figures.js';

/** The factor by which the processor is slowed down. */
const SLOWED = 4;

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844, isMobile: true, hasTouch: true };

/** Runs in the page: records the duration of each interaction from the event to the next paint. */
function recordInteractions() {
  globalThis.noted = [];
  const take = (entries) => {
    for (const { interactionId, duration } of entries) {
      if (interactionId) globalThis.noted.push(duration);
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true });
  globalThis.longest = () => {
    take(observer.takeRecords());
    // Browsers report no interactions shorter than 16 ms.
    return Math.max(16, ...globalThis.noted.splice(0));
  };
}

/** Waits until there are no calls and no loading bar, and two frames were drawn. */
async function atRest(page) {
  await page.waitForNetworkIdle({ idleTime: 700 });
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const button = (name) => `::-p-aria([name="${name}"][role="button"])`;
/** Clicks an element once it is clickable, even if the page replaces it meanwhile. */
const click = (page, selector) => page.locator(selector).click();

/** Clicks a checkbox by index. The first one may be that of all rows. */
async function pick(page, index) {
  const boxes = await page.$$('main input[type=checkbox]');
  await boxes[index].click();
}

async function write(page, selector, text) {
  await click(page, selector);
  await page.keyboard.type(text, { delay: 60 });
}

const dictionary = (sortable) => [
  ['turn the page', (page) => click(page, '[aria-label="Go to next page"]')],
  ['pick a row', (page) => pick(page, 3)],
  ...(sortable ? [['sort', (page) => click(page, '[role=columnheader][aria-sort]')]] : []),
  ['type a search', (page) => write(page, 'input[type=search]', 'date of birth')],
];

const wizard = [
  ['type a title', (page) => write(page, 'main input[type=text]', ' after the rains')],
  ['see what is missing', (page) => click(page, button('Next'))],
];

const steps = [
  ['next step', (page) => click(page, button('Skip'))],
  ['step back', (page) => click(page, button('Previous'))],
];

const entries = [
  ['open the form of a device', (page) => click(page, 'main ::-p-text(Add device)')],
  // The form focuses its first field.
  ['type its name', (page) => page.keyboard.type('Laptop 42', { delay: 60 })],
  ['add it, and see what is missing', (page) => click(page, '[role=dialog] button[type=submit]')],
];

/** The measured journeys: each with its page, person, viewport and steps. */
export const journeys = (places) => [
  { name: 'Dictionary, desk', ...places.dictionary, viewport: desk, steps: dictionary(true) },
  { name: 'Dictionary, phone', ...places.dictionary, viewport: phone, steps: dictionary(false) },
  { name: 'Wizard, phone', ...places.wizard, viewport: phone, steps: wizard },
  { name: 'Wizard, steps, phone', ...places.specification, viewport: phone, steps },
  { name: 'Wizard, a device, phone', ...places.devices, viewport: phone, steps: entries },
];

async function go({ path, person, viewport, steps }) {
  return withPage(person, async (page) => {
    await page.evaluateOnNewDocument(recordInteractions);
    await page.setViewport(viewport);
    await page.goto(address + path, { waitUntil: 'networkidle0' });
    await page.waitForSelector('main h1');
    await atRest(page);
    await page.emulateCPUThrottling(SLOWED);
    await page.evaluate(() => globalThis.longest());
    const took = {};
    for (const [name, act] of steps) {
      await act(page);
      await atRest(page);
      took[name] = await page.evaluate(() => globalThis.longest());
    }
    return took;
  });
}

/** Runs each journey `runs` times. Returns the durations of each step in milliseconds. */
export async function measureInteractions(ways, runs) {
  const found = new Map();
  for (let run = 1; run <= runs; run += 1) {
    for (const way of ways) {
      for (const [step, took] of Object.entries(await go(way))) {
        const name = `${way.name}: ${step}`;
        found.set(name, [...(found.get(name) ?? []), took]);
      }
      console.error(`${run}/${runs} ${way.name}`);
    }
  }
  return found;
}

/** Returns the report of the interactions as Markdown. */
export function reportInteractions(found) {
  return table(
    [`Processor ${SLOWED} times slower`, 'To the next paint ms'],
    [...found].map(([name, values]) => [name, shown(values)]),
  );
}
