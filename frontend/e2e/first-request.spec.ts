import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import {
  chooseRowAction,
  closeToasts,
  mailedCode,
  decideWith,
  expectAccessible,
  fillSignIn,
  enterPassword,
  openPendingRequest,
} from './aditus';
import { mailedLink } from './mails';
import { FIELDS, TABLES } from './omop';
import { pdfText } from './pdfText';
import { grantRequestedRole, organisationId, signInByCall, signUpByCalls } from './people';
import { fillSignUp } from './registration';
import { pickVariables, submitThroughWizard } from './request';
import { Server } from './server';
import { decideByCallAs } from './submissions';

const PASSWORD = 'Marble-Tram-Ferry-58!';
const PROVIDER = 'National Health Data Institute';
const CLINICS = 'Harbour Clinics';
const SOURCE = 'Visits to Harbour Clinics';
const COMMITTEE = 'Ethics Board of the Harbour';
const PROCEDURE = 'Two reviews side by side';
const TITLE = 'Length of visits by age';
const SUPER_USER = 'ada@health-data.example';

interface Person {
  fname: string;
  sname: string;
  email: string;
  phone: string;
  organisation: string;
  role: string;
}

const person = (role: string, organisation: string, name: string, line: number): Person => {
  const [fname, sname] = name.split(' ') as [string, string];
  const domains: Record<string, string> = {
    [PROVIDER]: 'health-data.example',
    [CLINICS]: 'harbour-clinics.example',
  };
  const domain = domains[organisation] ?? 'hillside-college.example';
  return {
    ...{ fname, sname, role, organisation },
    email: `${fname.toLowerCase()}@${domain}`,
    phone: `21255501${line}`,
  };
};

/**
 * The deciders, in an order that the procedure allows. The clinics decide on their own data at the
 * end.
 */
const staff = [
  person('Data Access Reviewer', PROVIDER, 'Bruno Halloran', 10),
  person('Data Access Approver', PROVIDER, 'Chidi Lindqvist', 11),
  person('Data Security Reviewer', PROVIDER, 'Dalia Petrenko', 12),
  person('Data Security Approver', PROVIDER, 'Emre Vasquez', 13),
  person('Data Custodian', CLINICS, 'Fatou Brandt', 14),
  person('Data Officer', CLINICS, 'Goran Ishida', 15),
];
const [reviewer, ...others] = staff as [Person, ...Person[]];
/** The stages of the deciders, in the same order. */
const stages = [
  'Access review',
  'Access approval',
  'Security review',
  'Security approval',
  'Custodian approval',
  'Data release',
];
const requester = person('Data Requester', 'Hillside College', 'Hanna Osei', 16);

/** Opens a browser context with its own storage. Its tabs may have different sessions. */
const browserAt = (browser: Browser, server: Server) =>
  browser.newContext({ baseURL: server.address });

/**
 * The items that the Super User's home page lists as missing. Steps that are done have no link, and
 * the roles of all stages are in a list of their own, in the item of their step.
 */
const missing = (page: Page) =>
  page
    .getByRole('list', { name: 'Before Data Requests can be made' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link'), hasNot: page.getByRole('list') });

/**
 * Reloads the home page. Returns the number of missing items from the response, because a list that
 * is not shown may still be loading.
 */
async function openHome(page: Page): Promise<number> {
  // The screen before may still ask for the same, for its banner.
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/reference_data/first_request') &&
      response.frame().url().endsWith('/superuser/home'),
  );
  await page.goto('/superuser/home');
  const { data } = (await (await answered).json()) as { data: { missing: unknown[] } };
  await expect(missing(page)).toHaveCount(data.missing.length);
  return data.missing.length;
}

async function addReferenceData(page: Page): Promise<void> {
  await missing(page).getByRole('link', { name: 'Add an ethics committee' }).click();
  await expect(page.getByRole('tab', { name: 'Ethics Committees', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add Ethics Committee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Ethics Committee Name' }).fill(COMMITTEE);
  await dialog.getByRole('button', { name: 'Add Ethics Committee' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Facilities' }).click();
  await page.getByRole('button', { name: 'Add from a file' }).click();
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'facilities.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'region,district,facility\nCoast,Harbour,East Pier Clinic\nCoast,Harbour,Old Dock Clinic\n',
    ),
  });
  await dialog.getByRole('button', { name: 'Add 2 facilities' }).click();
  await expect(page.getByText('1 region, 1 district, and 2 facilities added.')).toBeVisible();
}

/** Imports the source from the two files of the OMOP Common Data Model. */
async function importSource(page: Page): Promise<void> {
  await openHome(page);
  await missing(page).getByRole('link', { name: 'Add or publish a data source' }).click();
  await page.getByRole('link', { name: 'Import a dictionary' }).click();
  await page.getByRole('textbox', { name: 'Data Source' }).fill(SOURCE);
  await page.getByRole('radio', { name: 'OMOP Common Data Model' }).check();
  const csv = (name: string, text: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.getByLabel('Tables *').setInputFiles(csv('table_level.csv', TABLES));
  await page.getByLabel('Variables *').setInputFiles(csv('field_level.csv', FIELDS));
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await page.getByRole('radio', { name: 'Publish now' }).check();
  await page.getByRole('button', { name: 'Import 9 rows' }).click();
  await expect(page.getByText('All valid rows are stored.')).toBeVisible();
}

/**
 * Sets the domain of the provider, and adds the clinics and the roles of both organisations. At
 * registration, email addresses are checked against these domains.
 */
async function addOrganisations(page: Page): Promise<void> {
  await page.goto('/superuser/organisation');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Edit ${PROVIDER}` }).click();
  await dialog.getByLabel('Organisation Domain').fill('health-data.example');
  await dialog.getByLabel('Organisation Country').fill('Halvania');
  await dialog.getByRole('button', { name: 'Save Organisation' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add Organisation' }).click();
  await dialog.getByLabel('Organisation Name').fill(CLINICS);
  await dialog.getByLabel('Organisation Domain').fill('harbour-clinics.example');
  await dialog.getByLabel('Organisation Description').fill('Four clinics around a harbour.');
  await dialog.getByLabel('Organisation Country').fill('Halvania');
  await dialog.getByRole('button', { name: 'Add Organisation' }).click();
  await expect(dialog).toBeHidden();
  for (const { role, organisation } of staff) {
    await openHome(page);
    await missing(page)
      .filter({ hasText: `No organisation offers the role ${role}` })
      .getByRole('link', { name: 'Add the organisation role' })
      .click();
    await expect(dialog.getByRole('combobox', { name: /^Role/ })).toHaveText(role);
    await dialog.getByRole('combobox', { name: 'Organisation' }).fill(organisation);
    await page.getByRole('option', { name: organisation }).click();
    await dialog.getByRole('button', { name: 'Assign Organisation Role' }).click();
    await expect(dialog).toBeHidden();
  }
}

/**
 * Makes the clinics the custodian of the source: from now on they get its requests, as far as they
 * offer the role.
 */
async function putIntoCustody(page: Page): Promise<void> {
  await page.goto('/superuser/data_dictionary?tab=custodians');
  await page.getByRole('button', { name: 'Add Data Custodian' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Data Source' }).fill(SOURCE);
  await page.getByRole('option', { name: SOURCE }).click();
  await dialog.getByRole('combobox', { name: 'Organisation Role' }).fill(CLINICS);
  await page.getByRole('option', { name: `${CLINICS} - Data Custodian` }).click();
  await dialog.getByRole('button', { name: 'Add Data Custodian' }).click();
  await expect(dialog).toBeHidden();
}

/** Registers a person, verifies the address with the mailed code, and requests the role. */
async function register(page: Page, server: Server, newcomer: Person): Promise<void> {
  const form = await fillSignUp(page, { ...newcomer, password: PASSWORD });
  await form.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/otp-page');
  const code = await mailedCode(
    server.mailFolder,
    newcomer.email,
    'complete your registration',
    new Date(0),
  );
  await page.getByRole('textbox', { name: 'OTP' }).fill(code);
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await page.waitForURL('**/registeredSuccessfully');
  await page.getByRole('link', { name: 'Request a role' }).click();
  await page.getByRole('button', { name: `Request the role ${newcomer.role}` }).click();
  await expect(
    page.getByText('You have successfully requested for this role').first(),
  ).toBeVisible();
}

/** Opens the request through the link of its mail as the Super User, and grants it. */
async function grant(page: Page, server: Server, newcomer: Person): Promise<void> {
  const words = `${newcomer.fname} ${newcomer.sname} requested the role`;
  await page.goto(await mailedLink(server.mailFolder, SUPER_USER, words));
  const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: newcomer.email });
  await asked.getByRole('button', { name: /^Grant/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Your password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: /^Grant/ }).click();
  await expect(dialog).toBeHidden();
}

/** Registers a member of staff and obtains the role by the calls that the screens make. */
async function joinByCalls(
  page: Page,
  server: Server,
  superUser: { Authorization: string },
  newcomer: Person,
): Promise<void> {
  const { fname, sname, email, role } = newcomer;
  const orgId = await organisationId(page, email.split('@')[1]!);
  const userId = await signUpByCalls(page, server.mailFolder, {
    ...{ fname, sname, email, password: PASSWORD },
    phone: `+1${newcomer.phone}`,
    organisation: { org: orgId },
  });
  const own = await signInByCall(page, email, PASSWORD);
  const granting = { headers: superUser, password: PASSWORD };
  await grantRequestedRole(page, granting, { userId, email, own, orgId, role });
}

/**
 * Copies the default procedure, starts both reviews at once, tries the result, writes the letter,
 * and makes the copy the default.
 */
async function makeProcedure(page: Page): Promise<void> {
  await page.goto('/superuser/approval_procedure');
  await chooseRowAction(page, 'Default procedure', 'Duplicate');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the copy').fill(PROCEDURE);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  const all = page.getByRole('list', { name: 'Stages in order' });
  await all.getByRole('button', { name: 'Access approval, then Security review' }).click();
  await page.getByRole('combobox', { name: 'Next Stage' }).click();
  await page.getByRole('option', { name: 'Custodian approval' }).click();
  await page.getByRole('button', { name: 'Save the drawing' }).click();
  await expect(page.getByRole('list', { name: 'Faults' })).toBeVisible();
  await page.getByRole('button', { name: 'All stages' }).click();
  await all.getByRole('button', { name: 'Submitted Data Requester' }).click();
  await page.getByRole('combobox', { name: 'Add a next stage' }).click();
  await page.getByRole('option', { name: 'Security review' }).click();
  await page.getByRole('button', { name: 'Save the drawing' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await closeToasts(page);

  await page.getByRole('tab', { name: 'Try it' }).click();
  await expect(
    page.getByText('Pending: 6 approvals are left, 4 of them one after the other.'),
  ).toBeVisible();
  for (const stage of stages) {
    await page.getByRole('button', { name: `Approve ${stage}` }).click();
  }
  await expect(page.getByText(/^Approved: finished/)).toBeVisible();
  await expect(
    page.getByText('Every stage has someone to decide, for every source.'),
  ).toBeVisible();

  await page.getByRole('tab', { name: 'Approval Template' }).click();
  await page.getByLabel('Heading').fill('Leave to use data');
  const body = page.getByLabel('Body');
  await body.fill(LETTER);
  await body.press('ControlOrMeta+End');
  await page.getByRole('button', { name: 'A line for each decision' }).click();
  await expect(body).toHaveValue(`${LETTER}{{decisions}}`);
  await page.getByRole('button', { name: 'Save the template' }).click();
  await enterPassword(page, PASSWORD);
  await expect(page.getByRole('button', { name: 'Use the standard template' })).toBeVisible();

  await page.goto(`/superuser/approval_procedure?search=${PROCEDURE}`);
  await page.getByRole('button', { name: `Edit ${PROCEDURE}` }).click();
  for (const label of ['Is Active', 'Is Default']) {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
  }
  await dialog.getByRole('button', { name: 'Save Approval Procedure' }).click();
  await expect(dialog).toBeHidden();
}

const LETTER = `{{requester_name}} of {{requester_organisation}} may use {{variable_count}} variables of {{data_sources}}.

{{request_title}}, reviewed by {{ethics_committee}} under {{protocol_reference}}, was decided by the procedure {{procedure}}:
`;

/** Downloads the letter from the page and returns its text in one line. */
async function letterOf(page: Page): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Approval Letter', exact: true }).click();
  const letter = await started;
  expect(letter.suggestedFilename()).toBe('AL-000001.pdf');
  return pdfText(await readFile(await letter.path())).replace(/\s+/g, ' ');
}

test('an empty installation is set up in the browser, and its first request is approved @postgres', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const server = new Server(process.env.ADITUS_E2E_DATABASE === 'postgres');
  try {
    server.run(
      ['create-super-user', '--email', SUPER_USER, '--fname', 'Ada', '--sname', 'Okello'].concat(
        '--phone',
        '+12125550100',
      ),
      { ADITUS_NEW_PASSWORD: PASSWORD },
    );
    await server.start();
    const offices = await browserAt(browser, server);
    const office = await offices.newPage();
    await test.step('the Super User signs in and sees the missing items', async () => {
      await office.goto('/login');
      await fillSignIn(office, SUPER_USER, PASSWORD);
      await office.waitForURL('**/superuser/home');
      await expect(missing(office)).toHaveCount(8);
      await expectAccessible(office);
    });
    await test.step('reference data', () => addReferenceData(office));
    await test.step('a data source', () => importSource(office));
    await test.step('organisations and their roles', () => addOrganisations(office));
    await test.step('a custodian', () => putIntoCustody(office));
    const desk = await offices.newPage();
    await test.step('a reviewer registers, and is granted the role', async () => {
      await register(desk, server, reviewer);
      await grant(office, server, reviewer);
    });
    await test.step('the other deciders do the same by calls', async () => {
      const superUser = await signInByCall(office, SUPER_USER, PASSWORD);
      for (const decider of others) await joinByCalls(office, server, superUser, decider);
      expect(await openHome(office)).toBe(0);
    });
    await test.step('a procedure', () => makeProcedure(office));
    const college = await (await browserAt(browser, server)).newPage();
    const request = await test.step('a new user registers and submits a request', async () => {
      await register(college, server, requester);
      await grant(office, server, requester);
      await pickVariables(college, SOURCE);
      await college.getByRole('button', { name: 'Request Data' }).click();
      await college.waitForURL('**/requester/submitrequest**');
      return submitThroughWizard(college, {
        title: TITLE,
        committee: COMMITTEE,
        facility: 'East Pier Clinic',
      });
    });
    await test.step('the reviewer decides in the browser, the others by calls', async () => {
      await openPendingRequest(desk, TITLE);
      await decideWith(desk, server.mailFolder, reviewer.email, 'Approve');
      await expect(desk.getByText(/^You approved this stage at /)).toBeVisible();
      for (const { role, email } of others) {
        const decider = { role, email, password: PASSWORD };
        await decideByCallAs(office, server.mailFolder, decider, request, true);
      }
    });
    await test.step('the letter contains the decisions', async () => {
      await college.goto(`/requester/singlerequest?request_id=${request}`);
      const letter = await letterOf(college);
      expect(letter).toContain('Leave to use data');
      expect(letter).toContain(
        `Hanna Osei of Hillside College may use 3 variables of ${SOURCE}. ${TITLE}, ` +
          `reviewed by ${COMMITTEE} under HRE/2026/211, was decided by the procedure ${PROCEDURE}:`,
      );
      for (const [place, { role }] of staff.entries()) {
        expect(letter).toContain(`${stages[place]}: approved by the ${role} on `);
      }
    });
  } finally {
    await server.remove();
  }
});
