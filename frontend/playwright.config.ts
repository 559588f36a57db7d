import { defineConfig } from '@playwright/test';
import { args, executablePath } from './chromium.js';

const onPostgres = process.env.ADITUS_E2E_DATABASE === 'postgres';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

/** The browser tests run against a server that the recipe starts; its address comes from ADITUS_E2E_URL. */
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
    // A trace of every test costs a quarter of the time. A failure leaves its screenshot and the tree of its page; run it again with
    // `--trace on` to see more.
    screenshot: 'only-on-failure',
    // Half-way through a transition colours have contrasts of their own, and axe would measure them.
    contextOptions: { reducedMotion: 'reduce' },
    // Generous, because CI has two cores and they are busy; nothing waits for a time, only for what it needs.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath, args },
  },
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Every journey is made at a desk. A phone repeats those that differ there (@phone), and has some of its own (@only-phone). On
  // PostgreSQL two journeys are enough (@postgres): the tests of the server cover both databases.
  projects: onPostgres
    ? [{ name: 'desk', use: desk, grep: /@postgres/ }]
    : [
        { name: 'desk', use: desk, grepInvert: /@only-phone/ },
        { name: 'phone', use: phone, grep: /@phone|@only-phone/ },
      ],
});
