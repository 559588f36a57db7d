import { expect, test, type Page } from '@playwright/test';
import { emailOf, expectAccessible, fillSignIn, signInAs, signOut } from './aditus';
import { expectMenu } from './menu';
import { pickVariables } from './request';

/**
 * The home page and the menu of a role (1 §2.1, §2.2, §2.4). `accessibility.spec.ts` opens all of
 * its screens.
 */
interface Place {
  role: string;
  home: string;
  landing?: string;
  menu: string[];
  /** Screens of other roles. */
  closed: string[];
}

const common = { documents: '/documents Documents', contact: '/contact-us Contact Us' };
const notifications = '/notifications Notifications';

const places: readonly Place[] = [
  {
    role: 'Org User',
    home: '/orguser/requestRole',
    menu: [
      '/orguser/home Home',
      notifications,
      '/orguser/requestRole Request Role',
      '/datasource Data Dictionary',
      common.contact,
    ],
    closed: ['/requester/home', '/admin/users', '/datarequests'],
  },
  {
    role: 'Data Requester',
    home: '/requester/home',
    menu: [
      '/requester/home Home',
      '/requester/myrequests My Data Requests',
      notifications,
      '/datasource Data Dictionary',
      common.documents,
      common.contact,
    ],
    closed: ['/orguser/home', '/admin/home', '/datarequest/preview', '/superuser/home'],
  },
  {
    role: 'Data Access Reviewer',
    home: '/accessreviewer/home',
    landing: '/accessreviewer',
    menu: [
      '/accessreviewer/home Home',
      notifications,
      common.documents,
      '/datarequests Data Requests',
      '/datarequest/feedback View Feedback',
      common.contact,
    ],
    closed: ['/accessapprover/home', '/requester/myrequests', '/admin/rolesrequests'],
  },
  {
    role: 'Admin',
    home: '/admin/home',
    landing: '/admin',
    menu: [
      '/admin/home Home',
      '/admin/users Users',
      '/admin/user_assigned_roles Assigned Roles',
      '/admin/rolesrequests Roles Requests',
      notifications,
      common.documents,
      common.contact,
    ],
    closed: ['/superuser/organisation', '/datarequests', '/requester/submitrequest'],
  },
  {
    role: 'Super User',
    home: '/superuser/home',
    menu: [
      '/superuser/home Home',
      '/superuser/organisation Organisations',
      '/superuser/organisation-roles Organisation Roles',
      '/superuser/approval_procedure Approval Procedure',
      '/superuser/data_dictionary Manage Data Dictionary',
      '/superuser/reference-data Reference Data',
      '/superuser/calendar Calendar',
      '/superuser/audit Audit log',
      '/datarequest/feedback View Feedback',
      notifications,
      common.documents,
      common.contact,
    ],
    closed: ['/admin/users', '/officer/home', '/requester/home', '/analyst/home'],
  },
  {
    role: 'Data Analyst',
    home: '/analyst/home',
    menu: [
      '/analyst/home Home',
      notifications,
      '/analyst/dqafilter Data Quality Assessment',
      common.documents,
      common.contact,
    ],
    closed: ['/datarequests', '/datarequest/feedback', '/superuser/data_dictionary'],
  },
];

const notFound = (page: Page) => page.getByRole('heading', { name: '404 Page not found!' });
const leadsTo = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

/** Expects the menu of a guest, and the sign-in buttons without scrolling. */
async function expectGuestShell(page: Page): Promise<void> {
  for (const name of ['Sign In', 'Sign Up']) {
    await expect(page.getByRole('banner').getByRole('button', { name })).toBeInViewport();
  }
  await expectMenu(page, [
    '/home Home',
    '/datasource Data Dictionary',
    common.documents,
    '/about-aditus About',
    common.contact,
  ]);
}

test('a phone shows the menu behind a button @only-phone', async ({ page }) => {
  await page.goto('/home');
  await expectGuestShell(page);
  for (const { role, menu } of places) {
    await signInAs(page, role);
    await expectMenu(page, menu);
  }
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const entries = page.getByRole('navigation', { name: 'Main' });
  await entries.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
  await expect(entries).toHaveCount(0);
});

test('a guest is redirected home from screens that are not public', async ({ page }) => {
  await page.goto('/');
  await leadsTo(page, '/home');
  await expectGuestShell(page);
  for (const path of [
    ...['/notifications', '/addemail', '/profile', '/orguser/requestRole', '/orguser/home'],
    ...['/admin', '/admin/users', '/requester/home', '/requester/submitrequest'],
    ...['/datarequests', '/datarequest/preview?request_id=1', '/custodian', '/analyst/home'],
    ...['/superuser/home', '/superuser/organisation'],
  ]) {
    await page.goto(path);
    await leadsTo(page, '/home');
  }
  for (const [path, title] of Object.entries({
    '/datasource': 'Select Data Source',
    '/contact-us': 'Contact Us',
    '/about-aditus': 'About',
    '/forgotPassword': 'Forgot Password',
    '/verifyPhone': 'Verify Account',
    '/registeredSuccessfully': 'Registered',
  })) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Aditus`);
    await expect(page).toHaveURL(path);
  }
  await page.goto('/otp');
  await leadsTo(page, '/otp-page');
  await page.goto('/nowhere');
  await expect(notFound(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'BACK TO HOME' }).click();
  await leadsTo(page, '/home');
});

for (const { role, home, landing, menu, closed } of places) {
  test(`the ${role} starts at its home page and cannot open screens of other roles`, async ({
    page,
  }) => {
    await signInAs(page, role);
    await leadsTo(page, home);
    await expectMenu(page, menu);
    await page.goto('/');
    await leadsTo(page, home);
    if (landing) {
      await page.goto(landing);
      await leadsTo(page, home);
    }
    for (const path of closed) {
      await page.goto(path);
      await expect(notFound(page)).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });
}

test('pressing Back right after signing out leads home', async ({ page }) => {
  await signInAs(page, 'Org User');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Edit Account' })).toBeVisible();
  // Slows the processor, so that Back is pressed while the home page is still being drawn.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await signOut(page);
  await page.goBack();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await leadsTo(page, '/home');
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
});

test('a user who may not submit is led from picked variables to the role request', async ({
  page,
}) => {
  await pickVariables(page);
  await page.getByRole('button', { name: 'Request Data' }).click();
  await fillSignIn(page, emailOf('Org User'));
  await leadsTo(page, '/orguser/requestRole');
});
