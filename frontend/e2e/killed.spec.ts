import { expect, test } from '@playwright/test';
import { beginSession, closeToasts } from './aditus';
import { Server } from './server';

test('a killed server loses no typed or acknowledged change, and the page sends nothing again by itself', async ({
  browser,
}) => {
  const server = new Server();
  try {
    await server.start('--demo');
    const context = await browser.newContext({ baseURL: server.address });
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await beginSession(page, 'Data Requester');
    await page.goto('/profile');
    const department = page.getByLabel('Department');
    await department.fill('Registers of births');
    await page.getByRole('button', { name: 'Save your profile' }).click();
    await expect(page.getByText('Successfully updated your profile')).toBeVisible();
    await closeToasts(page);

    await server.kill();
    await department.fill('Registers of deaths');
    await page.getByRole('button', { name: 'Save your profile' }).click();
    const refused = page.getByRole('alert').filter({ hasText: "We can't reach the server" });
    await expect(
      refused.filter({ has: page.getByRole('button', { name: 'Try again' }) }),
    ).toBeVisible();
    await expect(department).toHaveValue('Registers of deaths');
    expect(sent).toHaveLength(2);

    await server.start('--demo');
    // The database stores the session, so the user need not sign in again.
    await expect(page.getByText(/^We can't reach the server right now\. What/)).toBeHidden();
    await expect(department).toHaveValue('Registers of deaths');
    expect(sent).toHaveLength(2);
    const other = await context.newPage();
    const session = await page.evaluate(() => sessionStorage.getItem('aditus.session'));
    await other.addInitScript((kept) => sessionStorage.setItem('aditus.session', kept!), session);
    await other.goto('/profile');
    await expect(other.getByLabel('Department')).toHaveValue('Registers of births');

    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Successfully updated your profile')).toBeVisible();
    expect(sent).toHaveLength(3);
    await other.reload();
    await expect(other.getByLabel('Department')).toHaveValue('Registers of deaths');
    await context.close();
  } finally {
    await server.remove();
  }
});
