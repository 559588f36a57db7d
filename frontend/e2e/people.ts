import { expect, type APIResponse, type Page } from '@playwright/test';
import { codeMailed, emailOf, PASSWORD } from './aditus';

/** Everybody whom a test registers, so that no two tests change the same account. */
const people = {
  forgetful: ['Edda', 'Farrow'],
  mover: ['Jonas', 'Tarn'],
  doubleHatted: ['Liv', 'Arkwright'],
  dismissed: ['Hugo', 'Wendell'],
  listener: ['Mira', 'Sandoval'],
  newcomer: ['Pavel', 'Orrin'],
  besieged: ['Nora', 'Castell'],
  robbed: ['Nadia', 'Quill'],
  careful: ['Ilse', 'Marrow'],
  leaver: ['Wanda', 'Ostrom'],
} as const;

type Key = keyof typeof people;

export interface Newcomer {
  userId: number;
  name: string;
  email: string;
  phone: string;
  /** A real number that nobody has. */
  otherPhone: string;
  password: string;
}

interface Answer {
  data?: unknown;
  user?: { user_id: number; token: string };
}

/** What a call for the preparation of a test answers; it must succeed. */
async function answerOf(response: APIResponse): Promise<Answer> {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

/** The organisation that decides on requests; it offers every role of staff. */
async function provider(page: Page): Promise<number> {
  const answer = await page.request.get('/api/v1/users/organizations/?domain=health-data.example');
  const { data } = await answerOf(answer);
  return (data as [{ org_id: number }])[0].org_id;
}

/**
 * Registers somebody by the calls that the screens make, at the provider or at an organisation that is not registered.
 * Nobody has activated the account yet.
 */
export async function register(
  page: Page,
  key: Key,
  project: string,
  at: 'provider' | 'elsewhere',
): Promise<Newcomer> {
  const [fname, sname] = people[key];
  const place = 2 * Object.keys(people).indexOf(key) + (project === 'desk' ? 0 : 1);
  const line = `555${String(100 + place).padStart(4, '0')}`;
  const domain = at === 'provider' ? 'health-data.example' : 'hill-street-surgery.example';
  const newcomer = {
    name: `${fname} ${sname}`,
    email: `${fname}.${project}@${domain}`.toLowerCase(),
    phone: `+1646${line}`,
    otherPhone: `+1718${line}`,
    password: 'Marble-Tram-Ferry-58!',
  };
  const { email, phone, password } = newcomer;
  await answerOf(await page.request.post('/api/v1/users/signup/', { data: { username: email } }));
  const otp = await codeMailed(page, email, 'complete your registration', new Date(0));
  const organisation =
    at === 'provider'
      ? { org: await provider(page) }
      : { tentative_organization: 'Hill Street Surgery' };
  const { user } = await answerOf(
    await page.request.post('/api/v1/users/verify/', {
      data: {
        ...organisation,
        ...{ username: email, org_email: email, otp, fname, sname, phone, password },
        designation: 'Epidemiologist',
        department: 'Public health',
      },
    }),
  );
  return { ...newcomer, userId: user!.user_id };
}

/** The header of somebody who is signed in by a call. */
export async function signedInAs(
  page: Page,
  username: string,
  password = PASSWORD,
): Promise<{ Authorization: string }> {
  const { user } = await answerOf(
    await page.request.post('/api/v1/users/signin/', { data: { username, password } }),
  );
  return { Authorization: `Token ${user!.token}` };
}

let administrator: { Authorization: string } | undefined;

/** Gives the password again in this session, for the calls that ask for it. */
async function confirmPassword(page: Page, headers: { Authorization: string }): Promise<void> {
  const data = { password: PASSWORD };
  await answerOf(await page.request.post('/api/v1/users/confirm-password/', { headers, data }));
}

/** The Admin of the provider assigns a role; it can be used at once. */
export async function assign(page: Page, { userId }: Newcomer, role: string): Promise<void> {
  administrator ??= await signedInAs(page, emailOf('Admin'));
  const headers = administrator;
  const offered = await page.request.get(
    `/api/v1/users/organizations/${await provider(page)}/roles/`,
    { headers },
  );
  const { data } = await answerOf(offered);
  const { org_role_id } = (data as { org_role_id: number; role_name: string }[]).find(
    ({ role_name }) => role_name === role,
  )!;
  if (role === 'Admin') await confirmPassword(page, headers);
  await answerOf(
    await page.request.post('/api/v1/users/assigned-roles/admin/', {
      headers,
      data: { org_role_id, user_id: userId, assigned_by: 'Org Admin' },
    }),
  );
}

let superUser: { Authorization: string } | undefined;

/** Calls of a Super User about the organisation of whoever belongs to none that is registered. */
async function forSuperUser(page: Page) {
  superUser ??= await signedInAs(page, emailOf('Super User'));
  const headers = superUser;
  const read = async (path: string) =>
    (await answerOf(await page.request.get(`/api/v1/users/${path}`, { headers }))).data;
  const organisations = (await read('organizations/')) as { org_id: number; name: string }[];
  const orgId = organisations.find(({ name }) => name === 'Data Requester')!.org_id;
  const statuses = (await read('role-statuses/')) as { role_status_id: number; status: string }[];
  const statusId = (wanted: string) =>
    statuses.find(({ status }) => status === wanted)!.role_status_id;
  return { headers, read, orgId, statusId };
}

/** Somebody from elsewhere asks to be a Data Requester, and a Super User grants it. Answers the header of their calls. */
export async function becomeRequester(
  page: Page,
  { userId, email, password }: Newcomer,
): Promise<{ Authorization: string }> {
  const { headers, read, orgId, statusId } = await forSuperUser(page);
  const [{ org_role_id }] = (await read(`organizations/${orgId}/roles/`)) as [
    { org_role_id: number },
  ];
  const own = await signedInAs(page, email, password);
  await answerOf(
    await page.request.post('/api/v1/users/assign-roles/', {
      headers: own,
      data: { org_role: org_role_id, user: userId },
    }),
  );
  const [{ assigned_role_id, assigned_role_status_id }] = (await read(
    `assigned-roles/approve/?org_id=${orgId}&search=${encodeURIComponent(email)}`,
  )) as [{ assigned_role_id: number; assigned_role_status_id: number }];
  await answerOf(
    await page.request.patch('/api/v1/users/assigned-roles/approve/', {
      headers,
      data: {
        ...{ assigned_role_id, assigned_role_status_id },
        role_status_id: statusId('Activated'),
        password: PASSWORD,
      },
    }),
  );
  return own;
}

/** A Super User revokes the one role of somebody from elsewhere. */
export async function revokeRole(page: Page, { email }: Newcomer): Promise<void> {
  const { headers, read, orgId, statusId } = await forSuperUser(page);
  const [held] = (await read(
    `assigned-role-status/?org_id=${orgId}&search=${encodeURIComponent(email)}`,
  )) as [{ assigned_role_status_id: number }];
  await answerOf(
    await page.request.put(`/api/v1/users/assigned-role-status/${held.assigned_role_status_id}/`, {
      headers,
      data: { role_status: statusId('Revoked'), reason: 'They have asked for it.' },
    }),
  );
}
