import { expect, type Page } from '@playwright/test';
import { navigateInApp } from './aditus';

/** The screens of each role, with records of the demo. */
export const everyScreen: Readonly<Record<string, readonly string[]>> = {
  Guest: [
    '/home',
    '/about-aditus',
    '/contact-us',
    '/documents',
    '/log',
    '/datasource',
    '/datasource?search=birth',
    '/datatable/1',
    '/topics',
    '/forgotPassword',
    '/sign-in/return',
  ],
  'Data Requester': [
    '/requester/home',
    '/requester/myrequests',
    '/requester/singlerequest?request_id=7',
    '/requester/singlerequest?request_id=7&tab=history',
    '/requester/singlerequest?request_id=7&tab=devices-staff',
    '/requester/myrequests/datasets?request_id=8',
    '/requester/myrequests/datasets/viewvariables?request_id=8',
    '/requester/submitrequest',
    '/requester/submitrequest?step=study',
    '/notifications',
    '/profile',
    '/profile?section=security',
    '/profile?section=emails',
  ],
  'Data Access Reviewer': [
    '/accessreviewer/home',
    '/datarequests',
    '/datarequests/track',
    '/datarequest?request_id=14',
    '/datarequest/preview?request_id=14',
    '/datarequest/track?request_id=14',
    '/datarequest/feedback',
    '/profile?section=calendar',
  ],
  'Super User': [
    '/superuser/home',
    '/superuser/approval_procedure',
    '/superuser/approval_procedure/1',
    '/superuser/organisation',
    '/superuser/organisation-roles',
    '/superuser/data_dictionary',
    '/superuser/data_dictionary/import',
    '/superuser/data_dictionary/tables/1',
    '/superuser/data_dictionary/variables/1',
    '/superuser/reference-data',
    '/superuser/calendar',
    '/superuser/audit',
  ],
  Admin: ['/admin/home', '/admin/users', '/admin/rolesrequests', '/admin/user_assigned_roles'],
  'Data Analyst': ['/analyst/home', '/analyst/dqafilter'],
};

/** Navigates to a screen and waits until its data is shown. */
export async function show(page: Page, path: string): Promise<void> {
  const heading = page.locator('h1').first();
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname;
  // The previous screen is shown until the next one is loaded.
  if (isOther) await heading.evaluate((before) => before.setAttribute('data-before', ''));
  await navigateInApp(page, path);
  await expect(page.locator('h1:not([data-before])').first()).toBeVisible();
  await expect(page.locator('main [class*="MuiSkeleton"]')).toHaveCount(0);
}
