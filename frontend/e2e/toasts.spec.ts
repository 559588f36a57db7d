import { expect, test, type Locator, type Page } from '@playwright/test';
import { beginSession, toasts } from './aditus';

test('toasts cover neither heading, nor field, nor dialog', async ({ page }) => {
  const headers = await beginSession(page, 'Data Requester');
  await page.goto('/requester/submitrequest');
  await page.getByRole('button', { name: 'Next' }).click();
  await isClear(page, page.getByRole('heading', { level: 1 }));
  await isClear(page, page.getByLabel(/Data Request Title/));

  const begun = await page.request.post('/api/v1/data_requests/', {
    headers,
    data: { title: 'Toasts and dialogs', reached: 7 },
  });
  expect(begun.ok(), await begun.text()).toBe(true);
  const { data } = (await begun.json()) as { data: { draft_id: number } };
  await page.goto(`/requester/submitrequest?draft=${data.draft_id}&step=devices-staff`);
  await page.getByRole('button', { name: 'Add staff member' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add staff member' }).click();
  await isClear(page, dialog);
});

/** Nothing of the toasts lies over the element. */
async function isClear(page: Page, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const toast = await toasts(page).last().boundingBox();
      const box = await element.boundingBox();
      return toast && box ? toast.y + toast.height <= box.y : false;
    })
    .toBe(true);
}
