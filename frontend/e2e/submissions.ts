import { expect, type APIResponse, type Page } from '@playwright/test';
import { mailedCode, emailOf, PASSWORD, type createSession } from './aditus';
import type { MailSource } from './mails';
import { signInByCall } from './people';
import { pdf, png } from './sampleFiles';

type Headers = Awaited<ReturnType<typeof createSession>>['headers'];

/** Returns the data of the response to a set-up call, which must succeed. */
export async function successfulData<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), `${answer.url()}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

/** Returns the id of the caller's assignment to this role. */
async function assignmentId(page: Page, headers: Headers, role: string): Promise<number> {
  const answer = await page.request.get('/api/v1/users/detailuser/', { headers });
  const { user } = (await answer.json()) as {
    user: { assigned_roles: { role: string; assigned_role_id: number }[] };
  };
  return user.assigned_roles.find((held) => held.role === role)!.assigned_role_id;
}

export const day = (days: number) => new Date(Date.now() + days * 86_400_000);
const date = (days: number) => day(days).toISOString().slice(0, 10);
const file = (mime: string, content: Buffer) => ({ mime, data: content.toString('base64') });

/** The variables of a data source that a request asks for. */
interface PickedVariables {
  data_source_id: number;
  dataset_variables: number[];
}

/** Returns forty variables of the first data source: more than a page of any list. */
async function pickFortyVariables(page: Page, headers: Headers): Promise<PickedVariables> {
  const path = '/api/v1/data_dictionary';
  const [source] = await successfulData<{ data_source_id: number }[]>(
    await page.request.get(`${path}/data_sources/`, { headers }),
  );
  const { data_source_id } = source!;
  const variables = await successfulData<{ var_id: number }[]>(
    await page.request.get(`${path}/data_dictionary/?data_source=${data_source_id}&page_size=40`, {
      headers,
    }),
  );
  expect(variables).toHaveLength(40);
  return { data_source_id, dataset_variables: variables.map(({ var_id }) => var_id) };
}

const INSTITUTE = 'Halden University Institute of Epidemiology and Public Health Economics';
const devices = [
  ['Office laptop', 'SN-2026-0042', 'Amara Linwood'],
  ['Encrypted analysis workstation of the Institute', 'SN-2026-0043', 'Noor Achterberg'],
  ['Backup server in the locked cabinet of the data room', 'SN-2026-0044', 'Maximiliana Oyelaran'],
] as const;
const staff = [
  ['Noor', 'Achterberg', 'Statistician'],
  ['Maximiliana Theodora', 'Oyelaran-Featherstonehaugh', 'Professor of Medical Informatics'],
  ['Ibrahim', 'Castellanos', 'Data manager of the study and of its long-term follow-up'],
] as const;

/**
 * Returns the payload of the wizard for a study of some size: several devices and people, long
 * names, and picked variables, which need no Data Specification Form.
 */
export async function submission(
  page: Page,
  headers: Headers,
  title: string,
  picked?: PickedVariables,
) {
  return {
    requester: await assignmentId(page, headers, 'Data Requester'),
    title,
    needed_on: date(45),
    ethics_committee: 1,
    protocol_ref_num: 'HRE/2026/400',
    ethics_approval_letter: 'Yes',
    ethics_doc_path: file('application/pdf', pdf('Ethics approval')),
    file_path: file('application/pdf', pdf('Agreement')),
    ...(picked ?? (await pickFortyVariables(page, headers))),
    dataset_description:
      'Visits of the last five years, by ward and month of admission.\n\n1. Without names and numbers of patients\n2. Ages in groups of five years',
    data_format: 'Electronic',
    isPrincipal: true,
    request_purposes: [
      { purpose: 1 },
      { purpose: 3, purpose_description: 'Planning of beds in the six districts of the coast' },
    ],
    list_of_devices: devices.map(([equipment_name, serial_number, used_by]) => ({
      equipment_name,
      equipment_type: 1,
      serial_number,
      used_by,
      organisation: INSTITUTE,
      usage_from: date(46),
      usage_to: date(120),
    })),
    list_of_staff: staff.map(([first_name, surname, position_in_organisation], index) => ({
      first_name,
      surname,
      phone: `+1212555014${index + 2}`,
      email: `${first_name.split(' ')[0]!.toLowerCase()}@halden.example`,
      identification_type: 'Passport',
      identification_number: `X123456${index}`,
      position_in_organisation,
      identification_file_path: file('image/png', png()),
      confidentiality_protocols: true,
    })),
  };
}

/** Submits a request by the call of the wizard. Returns its id. */
export async function submit(
  page: Page,
  headers: Headers,
  title: string,
  picked?: PickedVariables,
): Promise<number> {
  const data = await submission(page, headers, title, picked);
  const answer = await page.request.post('/api/v1/data_requests/submit/', { headers, data });
  return (await successfulData<{ request_id: number }>(answer)).request_id;
}

interface State {
  role: string;
  request_state_id: number;
  org_role_id: number;
}

/** Returns the stage of a request at which this role decides. */
async function stateOf(page: Page, headers: Headers, request: number, role: string) {
  const states = await successfulData<State[]>(
    await page.request.get(`/api/v1/data_requests/request_states/?request_id=${request}`, {
      headers,
    }),
  );
  return states.find((state) => state.role === role)!;
}

interface Decider {
  role: string;
  email: string;
  password: string;
}

/** Decides as the demo account of a role, by the calls of the dialog and with the mailed code. */
export const decideByCall = (page: Page, role: string, request: number, approve: boolean) =>
  decideByCallAs(page, page, { role, email: emailOf(role), password: PASSWORD }, request, approve);

/** Decides as this person, by the calls of the dialog and with the mailed code. */
export async function decideByCallAs(
  page: Page,
  from: MailSource,
  { role, email, password }: Decider,
  request: number,
  approve: boolean,
): Promise<void> {
  const headers = await signInByCall(page, email, password);
  const { request_state_id: id, org_role_id } = await stateOf(page, headers, request, role);
  const path = `/api/v1/data_requests/request_state/${id}/`;
  const asked = new Date(Date.now() - 1000);
  await successfulData(
    await page.request.post(`${path}otp/`, { headers, data: { status: approve } }),
  );
  const otp = await mailedCode(from, email, `DAC00${request}`, asked);
  const data = {
    assigned_role: await assignmentId(page, headers, role),
    org_role: org_role_id,
    otp,
    reason: approve ? '' : 'The agreement is not signed.',
    recommendation: approve ? '' : 'Sign it, and ask for files instead of access.',
    request,
    state_id: id,
    status: approve,
  };
  await successfulData(await page.request.put(path, { headers, data }));
}

/** Requires action on these sections, as the first reviewer. */
export async function requireAction(
  page: Page,
  headers: Headers,
  request: number,
  sections: readonly string[],
) {
  const role = 'Data Access Reviewer';
  const { request_state_id } = await stateOf(page, headers, request, role);
  const author = await assignmentId(page, headers, role);
  for (const section of sections) {
    await successfulData(
      await page.request.post('/api/v1/data_requests/statecomment/add/', {
        headers,
        data: {
          request_state: request_state_id,
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
