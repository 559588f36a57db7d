import { existsSync } from 'node:fs';

/** Debian's headless shell draws the same pages with two thirds of the work: it has no browser around them. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The Chromium that tests and measurements drive. */
export const executablePath = process.env.CHROME_PATH ?? browsers.find((path) => existsSync(path));

/** Chromium as root, without a window, and nothing of its own on the line. */
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
