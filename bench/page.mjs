// Opens the page of a request in Chromium, with the processor slowed down to a quarter, and prints
// the times until it was usable: its heading, its state and its buttons were painted. The bench
// starts it; see docs/BENCHMARKS.md.
import { createRequire } from "node:module";
import { args, executablePath } from "../frontend/chromium.js";

const require = createRequire(
  new URL("../frontend/package.json", import.meta.url),
);
const { chromium } = require("@playwright/test");

const SLOWER = 4;
const TIMES = 3;
const PATIENCE = 60_000;
const { origin, session, path, list, texts, opener, table } = JSON.parse(
  process.argv[2],
);

const browser = await chromium.launch({ executablePath, args });

/**
 * Runs in the page: signs in, and adds `window.shown(texts)`, which resolves when all of these
 * texts are painted.
 */
function watch(kept) {
  if (!sessionStorage.getItem("aditus.session"))
    sessionStorage.setItem("aditus.session", kept);
  const stands = (text) =>
    document.evaluate(
      `//*[not(self::script)][contains(normalize-space(text()), ${JSON.stringify(text)}) or contains(@aria-label, ${JSON.stringify(text)})]`,
      document,
      null,
      XPathResult.FIRST_ORDERED_NODE_TYPE,
    ).singleNodeValue !== null;
  window.shown = (texts) =>
    new Promise((resolve) => {
      const look = () => {
        if (!texts.every(stands)) return requestAnimationFrame(look);
        // The first frame draws what was found, the second begins when that is done.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(performance.now())),
        );
      };
      look();
    });
  addEventListener(
    "click",
    ({ timeStamp }) => (window.clicked = timeStamp),
    true,
  );
}

async function slowed(context) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return page;
}

/**
 * Returns the time at which all of these texts were painted. After a timeout, prints what the page
 * shows, and ends.
 */
async function shown(page, wanted) {
  const patience = setTimeout(() => {
    void page
      .evaluate(
        () => `${location.href}\n${document.body.innerText.slice(0, 600)}`,
      )
      .then((there) =>
        console.error(`${JSON.stringify(wanted)} did not come, but:\n${there}`),
      )
      .finally(() => process.exit(1));
  }, PATIENCE);
  const at = await page.evaluate((wanted) => window.shown(wanted), wanted);
  clearTimeout(patience);
  return at;
}

async function once() {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(watch, JSON.stringify(session));
  const page = await slowed(context);
  const told = {};
  await page.goto(path, { waitUntil: "commit" });
  told.by_link = await shown(page, texts);
  await page.goto(path, { waitUntil: "commit" });
  told.again = await shown(page, texts);
  await page.getByRole(opener.role, { name: opener.name }).first().click();
  const opened = await shown(page, [table]);
  told.variables = opened - (await page.evaluate(() => window.clicked));
  await page.goto(list);
  // The rows are there once the application runs. Before, it would miss the change of the address.
  await page.locator('main a[href*="request_id="]').first().waitFor();
  await page.waitForLoadState("networkidle");
  told.from_list = await page.evaluate(
    async ([path, texts]) => {
      const begun = performance.now();
      history.pushState({}, "", path);
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
      return (await window.shown(texts)) - begun;
    },
    [path, texts],
  );
  await context.close();
  return told;
}

const all = [];
for (let turn = 0; turn < TIMES; turn += 1) all.push(await once());
await browser.close();
const median = (name) =>
  all.map((told) => told[name]).sort((a, b) => a - b)[(TIMES - 1) / 2];
console.log(
  JSON.stringify(
    Object.fromEntries(Object.keys(all[0]).map((name) => [name, median(name)])),
  ),
);
