import { expect, test, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { beginSession, toasts } from './aditus';

test('toasts cover no heading, field or dialog', async ({ page }) => {
  const headers = await beginSession(page, 'Data Requester');
  await page.goto('/requester/submitrequest?step=study');
  await page.getByRole('button', { name: 'Next' }).click();
  await expectBelowToasts(page, page.getByRole('heading', { level: 1 }));
  await expectBelowToasts(page, page.getByLabel(/Data Request Title/));

  const begun = await page.request.post('/api/v1/data_requests/', {
    headers,
    data: { title: 'Toasts and dialogs', reached: 7 },
  });
  expect(begun.ok(), await begun.text()).toBe(true);
  const { data } = (await begun.json()) as { data: { draft_id: number } };
  await page.goto(`/requester/submitrequest?draft=${data.draft_id}&step=devices-staff`);
  await page.getByRole('button', { name: 'Add staff member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add staff member' }).click();
  await expectBelowToasts(page, dialog);
});

test('several toasts cover at most half of a low window and never the focused field', async ({
  page,
}) => {
  await beginSession(page, 'Data Requester');
  // A window of 1440 × 900 px at 400 % zoom.
  await page.setViewportSize({ width: 360, height: 225 });
  let open: (socket: WebSocketRoute) => void = () => undefined;
  const opened = new Promise<WebSocketRoute>((resolve) => (open = resolve));
  await page.routeWebSocket(/\/ws\/notifications$/, (socket) => open(socket));
  await page.goto('/profile?section=security');
  await page.getByRole('button', { name: 'Change password' }).click();
  const fields = page.getByRole('dialog').getByRole('textbox');
  await expect(fields).not.toHaveCount(0);
  const socket = await opened;
  for (const id of [1, 2, 3]) {
    const message = `A comment on your Data Request REQ00000${id} requires your action: Has the Data Specification Form been filed?`;
    const notifications = [{ id, message, read: false }];
    socket.send(JSON.stringify({ type: 'notification.created', notifications }));
  }
  await expect(toasts(page)).toHaveCount(3);
  const container = page.locator('.notistack-SnackbarContainer');
  await expect.poll(async () => (await container.boundingBox())?.height).toBeLessThanOrEqual(113);
  for (const field of (await fields.all()).reverse()) {
    await field.focus();
    await expect
      .poll(async () => {
        const [shown, box] = [await container.boundingBox(), await field.boundingBox()];
        return shown && box && shown.y + shown.height <= box.y && box.y + box.height <= 225;
      })
      .toBe(true);
  }
});

/** Expects the element to begin below the toasts. */
async function expectBelowToasts(page: Page, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const toast = await toasts(page).last().boundingBox();
      const box = await element.boundingBox();
      return toast && box ? toast.y + toast.height <= box.y : false;
    })
    .toBe(true);
}
