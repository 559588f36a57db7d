import { expect, type APIResponse, type Page } from '@playwright/test';
import type { MailSource } from './mails';
import { PASSWORD, mailedCode, emailOf } from './aditus';

/**
 * The people that tests register. Each test has its own, so that no two tests change the same
 * account.
 */
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
  guarded: ['Tove', 'Ellery'],
} as const;

type Key = keyof typeof people;

export interface Newcomer {
  userId: number;
  name: string;
  email: string;
  phone: string;
  /** A valid number that no account has. */
  otherPhone: string;
  password: string;
}

interface Answer {
  data?: unknown;
  user?: { user_id: number; token: string };
}

/** Returns the response to a set-up call, which must succeed. */
async function successfulAnswer(response: APIResponse): Promise<Answer> {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

/** Returns the id of the organisation whose members have addresses of this domain. */
export async function organisationId(page: Page, domain: string): Promise<number> {
  const answer = await page.request.get(`/api/v1/users/organizations/?domain=${domain}`);
  const { data } = await successfulAnswer(answer);
  return (data as [{ org_id: number }])[0].org_id;
}

/** Returns the id of the organisation that decides on requests. It offers every role of staff. */
const provider = (page: Page) => organisationId(page, 'health-data.example');

interface SignUp {
  fname: string;
  sname: string;
  email: string;
  /** With the prefix of the country. */
  phone: string;
  password: string;
  /** A registered organisation, or the name of one that is not registered. */
  organisation: { org: number } | { tentative_organization: string };
}

/**
 * Registers a person by the calls of the screens, with the mailed code. Returns the id. The account
 * is not activated yet.
 */
export async function signUpByCalls(
  page: Page,
  from: MailSource,
  { fname, sname, email, phone, password, organisation }: SignUp,
): Promise<number> {
  await successfulAnswer(
    await page.request.post('/api/v1/users/signup/', { data: { username: email } }),
  );
  const otp = await mailedCode(from, email, 'complete your registration', new Date(0));
  const { user } = await successfulAnswer(
    await page.request.post('/api/v1/users/verify/', {
      data: {
        ...organisation,
        ...{ username: email, org_email: email, otp, fname, sname, phone, password },
        designation: 'Epidemiologist',
        department: 'Public health',
      },
    }),
  );
  return user!.user_id;
}

/** Registers one of the people, at the provider or at an organisation that is not registered. */
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
  const organisation =
    at === 'provider'
      ? { org: await provider(page) }
      : { tentative_organization: 'Hill Street Surgery' };
  const userId = await signUpByCalls(page, page, { ...newcomer, fname, sname, organisation });
  return { ...newcomer, userId };
}

/** Signs in by a call and returns the header of the session. */
export async function signInByCall(
  page: Page,
  username: string,
  password = PASSWORD,
): Promise<{ Authorization: string }> {
  const { user } = await successfulAnswer(
    await page.request.post('/api/v1/users/signin/', { data: { username, password } }),
  );
  return { Authorization: `Token ${user!.token}` };
}

let administrator: { Authorization: string } | undefined;

/** Confirms the password in this session, for the calls that require it. */
export async function confirmPassword(
  page: Page,
  headers: { Authorization: string },
): Promise<void> {
  const data = { password: PASSWORD };
  await successfulAnswer(
    await page.request.post('/api/v1/users/confirm-password/', { headers, data }),
  );
}

/** Assigns a role as the Admin of the provider. The role can be used at once. */
export async function assignRole(page: Page, { userId }: Newcomer, role: string): Promise<void> {
  administrator ??= await signInByCall(page, emailOf('Admin'));
  const headers = administrator;
  const offered = await page.request.get(
    `/api/v1/users/organizations/${await provider(page)}/roles/`,
    { headers },
  );
  const { data } = await successfulAnswer(offered);
  const { org_role_id } = (data as { org_role_id: number; role_name: string }[]).find(
    ({ role_name }) => role_name === role,
  )!;
  if (role === 'Admin') await confirmPassword(page, headers);
  await successfulAnswer(
    await page.request.post('/api/v1/users/assigned-roles/admin/', {
      headers,
      data: { org_role_id, user_id: userId, assigned_by: 'Org Admin' },
    }),
  );
}

let superUser: { Authorization: string } | undefined;

/**
 * Returns the headers and a reader for a Super User's calls, and the id of the organisation to
 * which people without a registered one belong.
 */
async function superUserCalls(page: Page) {
  superUser ??= await signInByCall(page, emailOf('Super User'));
  const headers = superUser;
  const read = createReader(page, headers);
  const organisations = (await read('organizations/')) as { org_id: number; name: string }[];
  const orgId = organisations.find(({ name }) => name === 'Data Requester')!.org_id;
  return { headers, read, orgId };
}

const createReader = (page: Page, headers: { Authorization: string }) => async (path: string) =>
  (await successfulAnswer(await page.request.get(`/api/v1/users/${path}`, { headers }))).data;

async function statusId(read: ReturnType<typeof createReader>, wanted: string): Promise<number> {
  const statuses = (await read('role-statuses/')) as { role_status_id: number; status: string }[];
  return statuses.find(({ status }) => status === wanted)!.role_status_id;
}

interface RoleGrant {
  userId: number;
  email: string;
  /** The header of the person's session. */
  own: { Authorization: string };
  orgId: number;
  role: string;
}

/** Requests a role as this person and grants it as a Super User with this password. */
export async function grantRequestedRole(
  page: Page,
  { headers, password }: { headers: { Authorization: string }; password: string },
  { userId, email, own, orgId, role }: RoleGrant,
): Promise<void> {
  const read = createReader(page, headers);
  const offered = (await read(`organizations/${orgId}/roles/`)) as {
    org_role_id: number;
    role_name: string;
  }[];
  await successfulAnswer(
    await page.request.post('/api/v1/users/assign-roles/', {
      headers: own,
      data: {
        org_role: offered.find(({ role_name }) => role_name === role)!.org_role_id,
        user: userId,
      },
    }),
  );
  const [asked] = (await read(
    `assigned-roles/approve/?org_id=${orgId}&search=${encodeURIComponent(email)}`,
  )) as [{ assigned_role_id: number; assigned_role_status_id: number }];
  await successfulAnswer(
    await page.request.patch('/api/v1/users/assigned-roles/approve/', {
      headers,
      data: {
        assigned_role_id: asked.assigned_role_id,
        assigned_role_status_id: asked.assigned_role_status_id,
        role_status_id: await statusId(read, 'Activated'),
        password,
      },
    }),
  );
}

/**
 * Makes a person without a registered organisation a Data Requester. Returns the header of the
 * person's session.
 */
export async function becomeRequester(
  page: Page,
  { userId, email, password }: Newcomer,
): Promise<{ Authorization: string }> {
  const { headers, orgId } = await superUserCalls(page);
  const own = await signInByCall(page, email, password);
  await grantRequestedRole(
    page,
    { headers, password: PASSWORD },
    { userId, email, own, orgId, role: 'Data Requester' },
  );
  return own;
}

/** Revokes the only role of a person without a registered organisation, as a Super User. */
export async function revokeRole(page: Page, { email }: Newcomer): Promise<void> {
  const { headers, read, orgId } = await superUserCalls(page);
  const [held] = (await read(
    `assigned-role-status/?org_id=${orgId}&search=${encodeURIComponent(email)}`,
  )) as [{ assigned_role_status_id: number }];
  await successfulAnswer(
    await page.request.put(`/api/v1/users/assigned-role-status/${held.assigned_role_status_id}/`, {
      headers,
      data: { role_status: await statusId(read, 'Revoked'), reason: 'They have asked for it.' },
    }),
  );
}
