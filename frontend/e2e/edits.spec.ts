import { expect, test, type APIResponse, type Page } from '@playwright/test';
import { beginSession, closeToasts, isSound } from './aditus';
import { pdf, png } from './papers';
import { typeDay } from './request';

type Headers = Awaited<ReturnType<typeof beginSession>>;

/** What a call for the preparation answers; it must succeed. */
async function dataOf<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), `${answer.url()}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

/** The caller's assignment to this role. */
async function assignmentOf(page: Page, headers: Headers, role: string): Promise<number> {
  const answer = await page.request.get('/api/v1/users/detailuser/', { headers });
  const { user } = (await answer.json()) as {
    user: { assigned_roles: { role: string; assigned_role_id: number }[] };
  };
  return user.assigned_roles.find((held) => held.role === role)!.assigned_role_id;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000);
const date = (days: number) => day(days).toISOString().slice(0, 10);
const file = (mime: string, content: Buffer) => ({ mime, data: content.toString('base64') });

/** Submits a request by the call of the wizard. */
async function submit(page: Page, headers: Headers, title: string): Promise<number> {
  const sources = await dataOf<{ data_source_id: number }[]>(
    await page.request.get('/api/v1/data_dictionary/data_sources/', { headers }),
  );
  const answer = await page.request.post('/api/v1/data_requests/submit/', {
    headers,
    data: {
      requester: await assignmentOf(page, headers, 'Data Requester'),
      title,
      needed_on: date(45),
      ethics_committee: 1,
      protocol_ref_num: 'HRE/2026/400',
      ethics_approval_letter: 'Yes',
      ethics_doc_path: file('application/pdf', pdf('Ethics approval')),
      file_path: file('application/pdf', pdf('Agreement')),
      data_specs_path: file('application/pdf', pdf('Specification')),
      data_source_id: sources[0]!.data_source_id,
      dataset_description: 'Visits of the last five years',
      data_format: 'Electronic',
      isPrincipal: true,
      request_purposes: [{ purpose: 1 }],
      list_of_devices: [
        {
          equipment_name: 'Office laptop',
          equipment_type: 1,
          serial_number: 'SN-1',
          used_by: 'Amara Linwood',
          organisation: 'Halden University',
          usage_from: date(46),
          usage_to: date(120),
        },
      ],
      list_of_staff: [
        {
          first_name: 'Noor',
          surname: 'Achterberg',
          phone: '+12125550142',
          email: 'noor@halden.example',
          identification_type: 'Passport',
          identification_number: 'X1',
          position_in_organisation: 'Statistician',
          identification_file_path: file('image/png', png()),
          confidentiality_protocols: true,
        },
      ],
    },
  });
  return (await dataOf<{ request_id: number }>(answer)).request_id;
}

/** The first reviewer demands action on these sections. */
async function demand(page: Page, headers: Headers, request: number, sections: readonly string[]) {
  const role = 'Data Access Reviewer';
  const states = await dataOf<{ role: string; request_state_id: number }[]>(
    await page.request.get(`/api/v1/data_requests/request_states/?request_id=${request}`, {
      headers,
    }),
  );
  const author = await assignmentOf(page, headers, role);
  for (const section of sections) {
    await dataOf(
      await page.request.post('/api/v1/data_requests/statecomment/add/', {
        headers,
        data: {
          request_state: states.find((state) => state.role === role)!.request_state_id,
          comment: `Please complete this section, ${section}`,
          section,
          author,
          data_request: request,
          action_required: true,
        },
      }),
    );
  }
}

test('a requester answers three demands by editing the sections @phone', async ({ page, browser }, {
  project,
}) => {
  test.setTimeout(240_000);
  const requester = await beginSession(page, 'Data Requester');
  const requestId = await submit(page, requester, `Asthma in schools, ${project.name}`);
  const desk = await browser.newPage();
  const reviewer = await beginSession(desk, 'Data Access Reviewer');
  await demand(desk, reviewer, requestId, [
    'Principal investigator / Organization Key Contact Person Details',
    'Is Data Sharing Agreement Attached?',
    'Has the List of Devices Form been filed?',
  ]);

  await page.goto(`/requester/singlerequest?request_id=${requestId}`);
  const edits = page.getByRole('button', { name: /^Edit: / });
  await expect(edits).toHaveCount(2);
  await isSound(page);

  // The principal, with the comment resolved at once.
  await page.getByRole('button', { name: 'Edit: Principal Investigator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Occupation').fill('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Occupation is required.')).toBeVisible();
  await isSound(page);
  await dialog.getByLabel('Occupation').fill('Professor of Medicine');
  await dialog.getByRole('button', { name: 'Save and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Professor of Medicine')).toBeVisible();
  await expect(edits).toHaveCount(1);

  // The agreement, signed anew.
  await closeToasts(page);
  await page.getByRole('button', { name: 'Edit: Data Sharing Agreement' }).click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf('Signed') });
  await expect(dialog.getByText('signed.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save and mark as resolved' }).click();
  await expect(dialog).toBeHidden();
  await expect(edits).toHaveCount(0);

  // A device more; the comment stays open.
  await closeToasts(page);
  await page.getByRole('tab', { name: /Devices & Staff/ }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await dialog.getByLabel('Equipment Name').fill('Backup drive');
  await dialog.getByLabel('Equipment Type').click();
  await page.getByRole('option', { name: 'External drive' }).click();
  await dialog.getByLabel('Serial Number').fill('SN-2');
  await dialog.getByLabel('Used By').fill('Noor Achterberg');
  await dialog.getByLabel('Organisation').fill('Halden University');
  await typeDay(page, 'Usage From', day(46), dialog);
  await typeDay(page, 'Usage To', day(200), dialog);
  await isSound(page);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Backup drive')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Office laptop' })).toBeVisible();
  await isSound(page);

  // The reviewer reads what is there now.
  await desk.goto(`/datarequest?request_id=${requestId}`);
  await expect(desk.getByText('Professor of Medicine')).toBeVisible();
  await desk
    .getByRole('button', { name: /Has the List of Devices Form been filed/ })
    .first()
    .click();
  await expect(desk.getByText('Backup drive')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Edit: / })).toHaveCount(0);
  await desk.close();
});
