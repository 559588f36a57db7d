import { existsSync } from 'node:fs';

/**
 * Debian's headless shell comes first: it has no browser UI, so it renders the same pages with two
 * thirds of the work.
 */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of the Chromium that the browser tests and the measurements start. */
export const executablePath = process.env.CHROME_PATH ?? browsers.find((path) => existsSync(path));

/** Flags to run Chromium as root, without a window and without background network traffic. */
export const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
