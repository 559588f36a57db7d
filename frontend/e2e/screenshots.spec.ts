import { expect, test, type Page } from '@playwright/test';
import { signInAs } from './aditus';

/** The pictures of the README, of the demo as it begins: `npx --yes rust-just screenshots`. */
const FOLDER = '../docs/screenshots';

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });
}

/** Opens the first request of a staff list that is on this tab. */
async function openFirst(page: Page, tab: string): Promise<void> {
  await page.goto(`/datarequests?tab=${tab}`);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .first()
    .getByRole('link', { name: /^(View|Review) Request/ })
    .click();
  await page.waitForURL(/request_id=/);
  await expect(
    page
      .getByRole('main')
      .getByText(/^DAC00\d+$/)
      .first(),
  ).toBeVisible();
}

test.describe('@screenshots', () => {
  test('what a guest sees', async ({ page }, { project }) => {
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    await shoot(page, `home-${project.name}`);
    await page.goto('/datasource');
    await page
      .getByRole('link', { name: /Electronic Medical Record/ })
      .first()
      .click();
    await page.waitForURL('**/datatable/**');
    const boxes = page.getByRole('checkbox', { name: /select/i });
    for (const index of [1, 2, 3]) await boxes.nth(index).check();
    await shoot(page, `dictionary-${project.name}`);
  });

  test('what a reviewer sees', async ({ page }, { project }) => {
    await signInAs(page, 'Data Access Reviewer');
    await page.goto('/datarequests');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await shoot(page, `list-${project.name}`);
    await openFirst(page, 'pending');
    await shoot(page, `review-${project.name}`);
  });

  test('where a request stands', async ({ page }, { project }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signInAs(page, 'Data Officer');
    await openFirst(page, 'approved');
    const id = new URL(page.url()).searchParams.get('request_id');
    await page.goto(`/datarequest/track?request_id=${id}`);
    await expect(page.getByRole('list', { name: 'Stages' }).getByRole('listitem')).toHaveCount(9);
    await shoot(page, `tracking-${project.name}`);
  });
});
