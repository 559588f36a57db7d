import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, expectAccessible, toasts } from './aditus';
import { assignRole, register, type Newcomer } from './people';

const bell = (page: Page) => page.getByRole('button', { name: /unread notifications?$/ });
const granted = (role: string) =>
  `The role ${role} at National Health Data Institute was granted to you.`;

/** Resolves once the websocket of the next page has sent its greeting. Later pushes arrive. */
const greeting = (page: Page) =>
  new Promise<void>((resolve) => {
    page.once('websocket', (socket) => socket.once('framereceived', () => resolve()));
  });

async function signInTo(page: Page, { email, password }: Newcomer): Promise<void> {
  const greeted = greeting(page);
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/analyst/home');
  await greeted;
}

/** Returns the item of a message on /notifications, in the group of a role. */
const itemOf = (page: Page, group: string, message: string) =>
  page
    .getByRole('main')
    .getByRole('list', { name: group })
    .getByRole('listitem')
    .filter({ hasText: message });

/** Expects a toast with the message on every tab, without a reload. */
async function expectToast(tabs: readonly Page[], message: string): Promise<void> {
  await Promise.all(tabs.map((tab) => expect(toasts(tab).getByText(message)).toBeVisible()));
}

test('notifications arrive on two tabs at once, and are marked as read on both', async ({
  page,
  context,
}, { project }) => {
  const person = await register(page, 'listener', project.name, 'provider');
  await assignRole(page, person, 'Data Analyst');
  const other = await context.newPage();
  await signInTo(page, person);
  await signInTo(other, person);
  const before = granted('Data Analyst');
  await expect(bell(page)).not.toHaveAccessibleName('0 unread notifications');
  const unread = Number.parseInt((await bell(page).getAttribute('aria-label'))!, 10);

  await test.step('an event arrives on both tabs', async () => {
    await assignRole(page, person, 'Data Security Reviewer');
    const message = granted('Data Security Reviewer');
    await expectToast([page, other], message);
    for (const tab of [page, other]) {
      await expect(bell(tab)).toHaveAccessibleName(`${unread + 1} unread notifications`);
      await bell(tab).click();
      const popover = tab.getByRole('dialog', { name: 'Notifications' });
      const group = popover.getByRole('list', { name: 'Org User' });
      await expect(group.getByText(message)).toBeVisible();
    }
    await expectAccessible(page);
  });

  await test.step('a notification is marked as read', async () => {
    const popover = page.getByRole('dialog', { name: 'Notifications' });
    await popover.getByRole('button', { name: `Mark as read: ${before}` }).click();
    await expect(popover.getByText(before)).toBeHidden();
    await popover.getByRole('link', { name: 'See All' }).click();
    await page.waitForURL('**/notifications');
    await expect(itemOf(page, 'Org User', before)).toContainText('Attended');
  });

  await test.step('the other tab shows it as read at once and after a reload', async () => {
    const popover = other.getByRole('dialog', { name: 'Notifications' });
    await expect(popover.getByText(granted('Data Security Reviewer'))).toBeVisible();
    await expect(popover.getByText(before)).toBeHidden();
    await expect(popover.getByRole('button', { name: `Org User ${unread}` })).toBeVisible();
    const greeted = greeting(other);
    await other.goto('/notifications?tab=read');
    await expect(itemOf(other, 'Org User', before)).toContainText('Attended');
    await greeted;
  });

  const registered = 'Pavel Orrin registered at National Health Data Institute';
  await test.step('an event in another role appears in its own group', async () => {
    await assignRole(page, person, 'Admin');
    await expectToast([page, other], granted('Admin'));
    await register(page, 'newcomer', project.name, 'provider');
    await expect(itemOf(page, 'Admin', registered).first()).toContainText('Unattended');
    await bell(other).click();
    const popover = other.getByRole('dialog', { name: 'Notifications' });
    await expect(
      popover.getByRole('list', { name: 'Admin' }).getByText(registered).first(),
    ).toBeVisible();
  });

  await test.step('a group is marked as read, also after a reload', async () => {
    await page.getByRole('button', { name: 'Mark all of Org User as read' }).click();
    await expect(page.getByRole('button', { name: 'Mark all of Org User as read' })).toBeHidden();
    for (const tab of [page, other]) {
      await tab.goto('/notifications');
      await expect(itemOf(tab, 'Org User', granted('Admin'))).toContainText('Attended');
      await expect(itemOf(tab, 'Admin', registered).first()).toContainText('Unattended');
      await tab.getByRole('tab', { name: 'Unread' }).click();
      await expect(itemOf(tab, 'Admin', registered).first()).toBeVisible();
      await expect(tab.getByRole('main').getByRole('list', { name: 'Org User' })).toBeHidden();
      await tab.getByRole('tab', { name: 'Read', exact: true }).click();
      await expect(itemOf(tab, 'Org User', before)).toBeVisible();
    }
  });
});
