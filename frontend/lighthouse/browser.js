import puppeteer from 'puppeteer-core';
import { args, executablePath } from '../chromium.js';

/** The address of a server with demo data. */
export const address = process.env.ADITUS_E2E_URL;

/**
 * The size of the largest viewport. Parts of a page outside the window are not painted, so their
 * interactions would count as unanswered.
 */
const SCREEN = '--window-size=1440,900';

/** The password of all demo accounts. */
const PASSWORD = 'Demo-2026!';

async function call(path, { method = 'GET', headers, body } = {}) {
  const response = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return response.json();
}

/**
 * Signs in a demo account. Returns the session as the application stores it in a tab, and a
 * function that makes calls with it.
 */
export async function signIn(role) {
  const username = `${role.toLowerCase().replaceAll(' ', '-')}@aditus.example`;
  const { user } = await call('users/signin', {
    method: 'POST',
    body: { username, password: PASSWORD },
  });
  const held = user.assigned_roles.find((assigned) => assigned.role === role);
  const headers = { Authorization: `Token ${user.token}` };
  return {
    kept: JSON.stringify({ token: user.token, user, role: held }),
    call: (path, options) => call(path, { ...options, headers }),
  };
}

/**
 * Opens a page in a new browser with an empty cache, signed in as `person` or as a guest, and
 * passes it to `drive`.
 */
export async function withPage(person, drive) {
  const browser = await puppeteer.launch({ executablePath, args: [...args, SCREEN] });
  try {
    const page = await browser.newPage();
    if (person) {
      // Session storage belongs to the origin, so any address will do. This one does not load the
      // application.
      await page.goto(`${address}/robots.txt`);
      await page.evaluate((kept) => sessionStorage.setItem('aditus.session', kept), person.kept);
    }
    return await drive(page);
  } finally {
    await browser.close();
  }
}
