import { defineConfig } from '@playwright/test';
import { args, executablePath } from './chromium.js';

const onPostgres = process.env.ADITUS_E2E_DATABASE === 'postgres';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

/**
 * Runs the browser tests against the server at ADITUS_E2E_URL, which `scripts/with-demo` starts.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: process.env.ADITUS_E2E_URL ?? 'http://127.0.0.1:8080',
    browserName: 'chromium',
    headless: true,
    // Tracing every test costs a quarter of the time. A failed test leaves a screenshot and the
    // tree of its page; run it again with `--trace on` to see more.
    screenshot: 'only-on-failure',
    // Half-way through a transition, axe would measure the contrast of intermediate colours.
    contextOptions: { reducedMotion: 'reduce' },
    // Generous, because CI has two busy cores. Tests wait for conditions, never for a fixed time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath, args },
  },
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // The desk project runs every test except those tagged @only-phone. The phone project repeats the
  // tests tagged @phone, which differ there, and adds @only-phone. On PostgreSQL only the tests
  // tagged @postgres run, because the tests of the server cover both databases.
  projects: onPostgres
    ? [{ name: 'desk', use: desk, grep: /@postgres/ }]
    : [
        { name: 'desk', use: desk, grepInvert: /@only-phone/ },
        { name: 'phone', use: phone, grep: /@phone|@only-phone/ },
      ],
});
