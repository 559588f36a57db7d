import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, emailOf, fillSignIn } from './aditus';
import { linkOf, mails } from './mails';

/** Returns the kind of a link: its path, the names of its parameters and its role, without ids. */
const kindOf = (link: string): string => {
  const { pathname, searchParams } = new URL(link, 'http://aditus.example');
  return [pathname, ...searchParams.keys(), searchParams.get('as')].join(' ');
};

/** Returns one link of each kind from the mails to the demo accounts. */
async function linksOfEachKind(page: Page): Promise<{ link: string; to: string }[]> {
  const answer = await page.request.get('/api/v1/demo/accounts');
  const { data } = (await answer.json()) as { data: { username: string; password: string }[] };
  const accounts = new Set(
    data.filter(({ password }) => password === PASSWORD).map(({ username }) => username),
  );
  const found = new Map<string, { link: string; to: string }>();
  for (const { to, text } of await mails(page)) {
    const link = linkOf(text);
    if (link && accounts.has(to) && !found.has(kindOf(link))) found.set(kindOf(link), { link, to });
  }
  return [...found.values()];
}

test('every link of a mail opens its target in its role after sign-in', async ({
  page,
  browser,
}) => {
  const links = await linksOfEachKind(page);
  const paths = new Set(links.map(({ link }) => link.split('?')[0]));
  for (const path of ['/requester/singlerequest', '/datarequest', '/datarequest/feedback']) {
    expect([...paths]).toContain(path);
  }
  for (const { link, to } of links) {
    await test.step(link, async () => {
      const { pathname, searchParams } = new URL(link, 'http://aditus.example');
      const role = searchParams.get('as')!;
      searchParams.delete('as');
      const reader = await (await browser.newContext()).newPage();
      await reader.goto(link);
      await expect(reader.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
      await expect(reader).toHaveURL(/\/home$/);
      await fillSignIn(reader, to);
      if (pathname !== '/') {
        await reader.waitForURL(
          (url) =>
            url.pathname === pathname && url.searchParams.toString() === searchParams.toString(),
        );
      }
      if (role !== 'Org User') await expect(reader.getByTestId('active-role')).toHaveText(role);
      await expect(reader.locator('h1').first()).toBeVisible();
      await expect(reader.getByRole('heading', { name: '404 Page not found!' })).toBeHidden();
      await reader.context().close();
    });
  }
});

test('a link for a role that the user does not hold shows a message', async ({ page }) => {
  await page.goto('/datarequest?request_id=1&as=Data+Officer');
  await fillSignIn(page, emailOf('Data Custodian'));
  await expect(page.getByText('This link is for the role Data Officer')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your home page' }).click();
  await page.waitForURL('**/custodian/home');
});
