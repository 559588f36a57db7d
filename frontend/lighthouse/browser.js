import puppeteer from 'puppeteer-core';
import { args, executablePath } from '../chromium.js';

/** Where Aditus is, with its demonstration. */
export const address = process.env.ADITUS_E2E_URL;

/** As large as the largest page: what lies beyond the screen is never painted, and counts as not answered until something else is. */
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

/** Somebody signed in: what the application keeps of it in a tab, and calls as that person. */
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

/** Drives a page of a browser of its own, with nothing in its cache, as this person or as a guest. */
export async function withPage(person, drive) {
  const browser = await puppeteer.launch({ executablePath, args: [...args, SCREEN] });
  try {
    const page = await browser.newPage();
    if (person) {
      // Any address of the server gives its session storage; this one loads nothing of the application.
      await page.goto(`${address}/robots.txt`);
      await page.evaluate((kept) => sessionStorage.setItem('aditus.session', kept), person.kept);
    }
    return await drive(page);
  } finally {
    await browser.close();
  }
}
