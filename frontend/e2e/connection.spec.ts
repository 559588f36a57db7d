import { expect, test } from '@playwright/test';
import { beginSession, waitUntilRunning, navigateInApp } from './aditus';

test('a form saved offline fails at once, keeps its values, and is sent on a second try', async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await beginSession(page, 'Data Requester');
  await page.goto('/profile');
  const department = page.getByLabel('Department');
  const former = await department.inputValue();
  await department.fill('Registers of births');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save your profile' }).click();
  await expect(page.getByText(/^You are offline\. What you see/)).toBeVisible();
  const form = page.getByRole('tabpanel', { name: 'Edit Profile' });
  const refused = form.getByRole('alert').filter({ hasText: 'You are offline. Try again' });
  await expect(refused).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\. What you see/)).toBeHidden();
  await expect(department).toHaveValue('Registers of births');
  expect(sent).toHaveLength(1);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Successfully updated your profile')).toBeVisible();
  expect(sent).toHaveLength(2);

  await department.fill(former);
  await page.getByRole('button', { name: 'Save your profile' }).click();
  await expect.poll(() => sent.length).toBe(3);
});

test('an unreachable server is reported, and a screen that failed to load recovers by itself', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitUntilRunning(page);
  await page.route('**/*', (route) => route.abort());
  await navigateInApp(page, '/contact-us');
  await expect(page.getByRole('heading', { name: 'Loading chunk failed (error)' })).toBeVisible();
  await expect(page.getByText(/^We can't reach the server right now\. What/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/contact/i);
  await expect(page.getByRole('link', { name: 'support@aditus.example' })).toBeVisible();
  await expect(page.getByText(/^We can't reach the server/)).toBeHidden();
});

test('a malformed stored session counts as signed out', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('aditus.session', '{"token":"t","user":{"name":"x"}}'),
  );
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('two tabs show the changes of one draft', async ({ page, context }) => {
  await beginSession(page, 'Data Requester');
  await page.goto('/requester/submitrequest?step=study');
  const title = page.getByLabel(/Data Request Title/);
  await title.fill('Malaria in two tabs');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/draft=\d+/);

  const other = await context.newPage();
  const stored = await page.evaluate(() => sessionStorage.getItem('aditus.session'));
  await other.addInitScript((text) => sessionStorage.setItem('aditus.session', text ?? ''), stored);
  await other.goto(page.url());
  await expect(other.getByLabel(/Data Request Title/)).toHaveValue('Malaria in two tabs');
  await other.getByLabel(/Protocol Reference Number/).fill('HRE/2026/1');
  await expect(page.getByLabel(/Protocol Reference Number/)).toHaveValue('HRE/2026/1');
  await title.fill('Malaria after the rains');
  await expect(other.getByLabel(/Data Request Title/)).toHaveValue('Malaria after the rains');
  await other.close();

  await page.goto('/requester/myrequests');
  await page.getByRole('button', { name: 'Delete Malaria after the rains' }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('The draft was deleted.')).toBeVisible();
});
