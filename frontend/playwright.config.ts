import { defineConfig } from '@playwright/test';

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
    trace: 'retain-on-failure',
    // Half-way through a transition colours have contrasts of their own, and axe would measure them.
    contextOptions: { reducedMotion: 'reduce' },
    // Generous, because CI has two cores and they are busy; nothing waits for a time, only for what it needs.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Every journey is made at a desk and on a phone. Widths are no matter of the database, so that on PostgreSQL only the
  // main job is made on both.
  projects: [
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 } },
      // A connection is lost alike at every width.
      testIgnore: '**/connection.spec.ts',
      testMatch: process.env.ADITUS_E2E_DATABASE === 'postgres' ? '**/main-job.spec.ts' : undefined,
    },
  ],
});
