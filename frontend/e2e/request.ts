import { expect, type Page } from '@playwright/test';
import { pdf, png } from './sampleFiles';

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** Types a day into a date field, part by part as a user does. */
export async function typeDay(
  page: Page,
  label: string,
  day: Date,
  within = page.locator('body'),
): Promise<void> {
  const field = within.getByRole('group', { name: new RegExp(`^${label}`) });
  await field.getByRole('spinbutton', { name: 'Day' }).click();
  await page.keyboard.type(String(day.getDate()).padStart(2, '0'));
  await page.keyboard.type(day.toLocaleString('en-GB', { month: 'long' }));
  await page.keyboard.type(String(day.getFullYear()));
}

async function next(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
}

async function upload(page: Page, label: string, name: string, mimeType: string, buffer: Buffer) {
  await page
    .getByLabel(label, { exact: false })
    .and(page.locator('input[type="file"]'))
    .setInputFiles({ name, mimeType, buffer });
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

/** Opens the dictionary of this source and picks its first three variables. */
export async function pickVariables(
  page: Page,
  source = 'Electronic Medical Record',
): Promise<void> {
  await page.goto('/datasource');
  await page.getByRole('link', { name: new RegExp(source) }).click();
  await page.waitForURL('**/datatable/**');
  const variables = page.getByRole('checkbox', { name: /^Select (?!all rows$)/ });
  for (const index of [0, 1, 2]) await variables.nth(index).check();
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible();
}

interface Study {
  title: string;
  committee?: string;
  /** The only facility whose data is requested. By default all facilities are. */
  facility?: string;
}

/**
 * Fills in the wizard up to the review, with valid documents, and submits. Returns the id of the
 * request.
 */
export async function submitThroughWizard(
  page: Page,
  { title, committee = 'National Health Research Ethics Committee of Halvania', facility }: Study,
): Promise<number> {
  await page.getByRole('button', { name: 'Your study', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your study' })).toBeVisible();
  await page.getByLabel('Data Request Title').fill(title);
  await page.getByLabel('Ethics Committee Name').click();
  await page.getByRole('option', { name: committee }).click();
  await page.getByLabel('Protocol Reference Number').fill('HRE/2026/211');
  await typeDay(page, 'Date needed', inDays(45));

  await next(page, 'Principal investigator');
  await page.getByRole('radio', { name: 'Yes' }).check();

  await next(page, 'Ethics and agreement');
  await page
    .getByRole('radiogroup', { name: /Do you have the Ethics Approval Letter/ })
    .getByLabel('Yes')
    .check();
  await upload(
    page,
    'Ethics Approval Letter',
    'letter.pdf',
    'application/pdf',
    pdf('Ethics approval'),
  );
  await upload(
    page,
    'Data Sharing Agreement',
    'agreement.pdf',
    'application/pdf',
    pdf('Agreement'),
  );

  await next(page, 'Purpose and format');
  await page.getByRole('checkbox', { name: 'Research' }).check();
  await page.getByRole('radio', { name: /^Electronic/ }).check();

  await next(page, 'The dataset');
  await page
    .getByLabel('Dataset Description')
    .fill('Visits of the last five years, by ward and month.');

  await next(page, 'Data Specification');
  if (facility) {
    await page.getByLabel('Search for a facility').fill(facility);
    await page.getByRole('checkbox', { name: facility }).check();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  } else {
    await page.getByRole('button', { name: 'Skip' }).click();
  }
  await expect(
    page.getByRole('heading', { name: 'List of Devices and Staff', exact: true }),
  ).toBeVisible();
  for (const device of devices) await addDevice(page, device);
  for (const member of staff) await addStaff(page, member);

  await next(page, 'Review Request');
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  const submitted = page.waitForRequest(/\/data_requests\/(submit|guest)$/);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  // The documents are already uploaded: the submission contains only their ids.
  const sent = (await submitted).postData() ?? '';
  expect(sent).toContain('"ethics_doc_path":{"file_id":');
  expect(sent).not.toContain('"data":"');
  await page.waitForURL((url) => url.pathname === '/requester/singlerequest');
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Request submitted' })).toBeVisible();
  return Number(new URL(page.url()).searchParams.get('request_id'));
}

const devices = [
  { name: 'Office laptop', serial: 'SN-2026-0042' },
  { name: 'Encrypted analysis workstation of the Institute', serial: 'SN-2026-0043' },
];
const staff = [
  { first: 'Noor', surname: 'Achterberg', phone: '+12125550142', number: 'X1234567' },
  {
    first: 'Maximiliana Theodora',
    surname: 'Oyelaran-Featherstonehaugh',
    phone: '+12125550143',
    number: 'X7654321',
  },
];

async function addDevice(page: Page, device: (typeof devices)[number]): Promise<void> {
  await page.getByRole('button', { name: 'Add device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Equipment Name').fill(device.name);
  await dialog.getByLabel('Equipment Type').click();
  await page.getByRole('option', { name: 'Laptop' }).click();
  await dialog.getByLabel('Serial Number').fill(device.serial);
  await dialog.getByLabel('Used By').fill('Amara Linwood');
  await dialog.getByLabel('Organisation').fill('Halden University');
  await typeDay(page, 'Usage From', inDays(46), dialog);
  await typeDay(page, 'Usage To', inDays(200), dialog);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await expect(dialog).toBeHidden();
}

async function addStaff(page: Page, member: (typeof staff)[number]): Promise<void> {
  await page.getByRole('button', { name: 'Add staff member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First Name').fill(member.first);
  await dialog.getByLabel('Surname').fill(member.surname);
  await dialog.getByLabel('Phone Number').fill(member.phone);
  await dialog.getByLabel('Email').fill(`${member.number}@halden.example`);
  await dialog.getByLabel('Position in the Organisation').fill('Statistician');
  await dialog.getByRole('radio', { name: 'Passport' }).check();
  await dialog.getByLabel('Identification Number').fill(member.number);
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: png() });
  await expect(dialog.getByRole('button', { name: 'Remove passport.png' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByRole('button', { name: 'Add staff member' }).click();
  await expect(dialog).toBeHidden();
}
