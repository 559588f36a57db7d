import { expect, test, type Page } from '@playwright/test';
import { emailOf, fillSignIn, isSound, signInAs, signOut } from './aditus';
import { expectMenu } from './menu';
import { pickVariables } from './request';

/** What a role sees and where it may go (1 §2.1, §2.2, §2.4). */
interface Place {
  role: string;
  home: string;
  landing?: string;
  menu: string[];
  /** Screens of the role besides those of its menu. */
  open: string[];
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
    open: ['/profile'],
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
    open: ['/profile', '/orguser/requestRole', '/requester/submitrequest'],
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
    open: ['/datarequests/track', '/profile', '/orguser/requestRole'],
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
    open: ['/profile', '/orguser/requestRole'],
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
      '/superuser/audit Record of Acts',
      '/datarequest/feedback View Feedback',
      notifications,
      common.documents,
      common.contact,
    ],
    open: ['/datarequests', '/datarequests/track', '/profile'],
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
    open: ['/profile', '/orguser/requestRole'],
    closed: ['/datarequests', '/datarequest/feedback', '/superuser/data_dictionary'],
  },
];

const notFound = (page: Page) => page.getByRole('heading', { name: '404 Page not found!' });
const leadsTo = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

test('a guest is led home from what is not public', async ({ page }) => {
  await page.goto('/');
  await leadsTo(page, '/home');
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
  await page.getByRole('link', { name: 'BACK TO HOME' }).click();
  await leadsTo(page, '/home');
});

for (const { role, home, landing, menu, open, closed } of places) {
  test(`the ${role} has the own screens and no others`, async ({ page }) => {
    await signInAs(page, role);
    await leadsTo(page, home);
    await expectMenu(page, menu);
    await page.goto('/');
    await leadsTo(page, home);
    if (landing) {
      await page.goto(landing);
      await leadsTo(page, home);
    }
    for (const path of [...menu.map((entry) => entry.slice(0, entry.indexOf(' '))), ...open]) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(notFound(page)).toBeHidden();
      await expect(page).toHaveURL(path);
    }
    for (const path of closed) {
      await page.goto(path);
      await expect(notFound(page)).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await isSound(page);
  });
}

test('who signs out and goes Back before the browser has drawn anything is led home', async ({
  page,
}) => {
  await signInAs(page, 'Org User');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Edit Account' })).toBeVisible();
  // Back comes while the way home is still being drawn.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await signOut(page);
  await page.goBack();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await leadsTo(page, '/home');
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
});

test('who picked variables and cannot submit is led to ask for the role', async ({ page }) => {
  await pickVariables(page);
  await page.getByRole('button', { name: 'Request Data' }).click();
  await fillSignIn(page, emailOf('Org User'));
  await leadsTo(page, '/orguser/requestRole');
});
