import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import type { KeptFile } from '@/lib/keptOnDevice';
import { variableSelection } from '@/lib/variableSelection';
import { makeSource, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { emptyDraft, type Draft } from './draft';

// jsdom has no IndexedDB: the files of a draft lie in a map, under the same keys.
const { kept } = vi.hoisted(() => ({ kept: new Map<string, KeptFile>() }));
vi.mock('@/lib/keptOnDevice', async (original) => {
  const real = await original<typeof import('@/lib/keptOnDevice')>();
  return {
    ...real,
    readKeptFiles: (userId: number) =>
      Promise.resolve(
        new Map(
          [...kept].flatMap(([key, file]) =>
            key.startsWith(`${userId}/`) ? [[key.slice(`${userId}/`.length), file]] : [],
          ),
        ),
      ),
    keepFile: (userId: number, slot: string, file: KeptFile | null) => {
      if (file) kept.set(`${userId}/${slot}`, file);
      else kept.delete(`${userId}/${slot}`);
      return Promise.resolve(true);
    },
    forgetKept: (userId: number) => {
      for (const key of kept.keys()) if (key.startsWith(`${userId}/`)) kept.delete(key);
      return real.forgetKept(userId);
    },
  };
});

const USER = 7;
const path = '/requester/submitrequest';
const inDays = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD');
const pdf: KeptFile = { mime: 'application/pdf', data: 'JVBERi0=', name: 'letter.pdf', size: 5 };
const bodies: { call: string; body: Record<string, unknown>; key: string | null }[] = [];

function keepDraft(changes: Partial<Draft>, userId = USER) {
  localStorage.setItem(`aditus.kept.${userId}.requestDraft`, JSON.stringify(changes));
}

const details: Draft['details'] = {
  ...emptyDraft.details,
  title: 'Malaria after the rains',
  ethics_committee: 2,
  protocol_ref_num: 'P/1',
  needed_on: inDays(30),
  isPrincipal: 'Yes',
  ethics_approval_letter: 'Yes',
  purposes: [1, 3],
  purpose_description: 'Warning',
  data_format: 'Electronic',
  direct_access_from: inDays(31),
  dataset_description: 'Admissions',
};

/** Everything answered, standing at the review. */
function keepComplete() {
  keepDraft({
    details,
    filters: {
      facilities: [5],
      facility_filter: ['Hill Clinic'],
      start_value: '2020-01-01',
      end_value: '',
    },
    devices: [
      {
        local_id: 'd',
        equipment_name: 'Laptop',
        equipment_type: 1,
        serial_number: 'S',
        used_by: 'Naledi',
        organisation: 'University',
        usage_from: inDays(31),
        usage_to: inDays(40),
      },
    ],
    staff: [
      {
        local_id: 's',
        first_name: 'Naledi',
        surname: 'Okafor',
        phone: '+15550111',
        email: 'naledi@university.example',
        identification_type: 'Passport',
        identification_number: 'P1',
        position_in_organisation: 'Epidemiologist',
        confidentiality_protocols: true,
      },
    ],
    reached: 8,
  });
  for (const slot of ['ethics_doc_path', 'file_path', 'staff/s']) kept.set(`${USER}/${slot}`, pdf);
  variableSelection.set(1, [
    { var_id: 11, var_name: 'birth_date', tbl_id: 1, tbl_name: 'patient', is_identifiable: true },
  ]);
}

const accept = (call: string) =>
  http.post(url(`data_requests/${call}`), async ({ request }) => {
    const key = request.headers.get('Idempotency-Key');
    bodies.push({ call, body: (await request.json()) as Record<string, unknown>, key });
    return HttpResponse.json(
      {
        code: 201,
        message: `accepted by ${call}`,
        request_id: 12,
        data: { request_id: 12, tracking_id: 'REQ000012' },
      },
      { status: 201 },
    );
  });

beforeEach(() => {
  localStorage.clear();
  kept.clear();
  bodies.length = 0;
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/irb'), () =>
      answer([{ irb_id: 2, irb_name: 'National Committee' }]),
    ),
    http.get(url('data_requests/purposes'), () =>
      answer([
        { purpose_id: 1, purpose: 'Research' },
        { purpose_id: 3, purpose: 'Other' },
      ]),
    ),
    http.get(url('data_requests/equipment-type'), () =>
      answer([{ equipment_type_id: 1, equipment_type: 'Computer' }]),
    ),
    http.get(url('facilities'), () => answer([])),
    http.get(url('data_dictionary/data_sources'), () => answerList([makeSource()])),
    // Where the wizard leads.
    http.get(url('data_requests'), () => refuse(404, 'Not found')),
    http.get(url('data_requests/statecomment/list/:id'), () => answer([])),
    http.get(url('data_dictionary/tables'), () => answerList([])),
    http.get(url('data_dictionary/data_dictionary'), () => answerList([])),
  );
  signInAs('Data Requester');
});

describe('a screen of the wizard', () => {
  it('says in a toast what is wrong first, and in a summary and at the fields what is wrong at all', async () => {
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const summary = (await screen.findByText('4 answers need attention')).closest('[role="alert"]');
    expect(summary).toHaveFocus();
    expect(
      within(summary as HTMLElement)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Please enter the Data Request Title.',
      'Please select the Ethics Committee Name.',
      'Please enter the Protocol Reference Number.',
      'Please enter the Date the Request will be Needed.',
    ]);
    // The summary, the field and the toast say the first; the toast says no other.
    await waitFor(() =>
      expect(screen.getAllByText('Please enter the Data Request Title.')).toHaveLength(3),
    );
    expect(screen.getAllByText('Please select the Ethics Committee Name.')).toHaveLength(2);
    await user.click(screen.getByRole('link', { name: 'Please enter the Data Request Title.' }));
    const title = screen.getByLabelText(/Data Request Title/);
    expect(title).toHaveFocus();
    expect(title).toBeInvalid();
    await user.keyboard('Malaria');
    expect(await screen.findByText('3 answers need attention')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your study' })).toBeVisible();
  });

  it('leads on when its questions are answered, and back', async () => {
    keepDraft({ details: { ...details, isPrincipal: '' } });
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const heading = await screen.findByRole('heading', { name: 'Principal investigator' });
    expect(heading).toHaveFocus();
    expect(screen.getByTestId('location')).toHaveTextContent('?step=principal');
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByText('naledi.okafor@university.example')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
  });

  it('does not open before the ones in front of it were reached', async () => {
    renderApp(`${path}?step=review`);
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Review Request/ })).toBeDisabled();
  });

  it('skips step 2 without a filter', async () => {
    keepDraft({
      details,
      filters: {
        facilities: [],
        facility_filter: [],
        start_value: '2026-02-02',
        end_value: '2026-02-01',
      },
      reached: 6,
    });
    const { user } = renderApp(`${path}?step=specification`);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(
      (await screen.findAllByText('The End Date cannot be before the Start Date.')).length,
    ).toBeGreaterThan(1);
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(await screen.findByRole('heading', { name: 'List of Devices and Staff' })).toBeVisible();
    await waitFor(() =>
      expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft`)).toContain(
        '"start_value":""',
      ),
    );
  });
});

/** Another tab writes, and this one hears of it. */
function writeElsewhere(title: string, stamp: string) {
  const key = `aditus.kept.${USER}.requestDraft`;
  const newValue = JSON.stringify({ details: { ...details, title }, reached: 1, stamp });
  localStorage.setItem(key, newValue);
  return () => act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })));
}
const storedTitle = () =>
  (JSON.parse(localStorage.getItem(`aditus.kept.${USER}.requestDraft`) ?? '{}') as Draft).details
    .title;

describe('in two tabs', () => {
  it('follows what the other one writes', async () => {
    const { user } = renderApp(path);
    await user.type(await screen.findByLabelText(/Data Request Title/), 'Malaria');
    await waitFor(() => expect(storedTitle()).toBe('Malaria'));
    writeElsewhere('Malaria after the rains', 'of another tab')();
    expect(screen.getByLabelText(/Data Request Title/)).toHaveValue('Malaria after the rains');
    await user.type(screen.getByLabelText(/Protocol Reference Number/), '2');
    await waitFor(() =>
      expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft`)).toContain('P/12'),
    );
    expect(storedTitle()).toBe('Malaria after the rains');
  });

  it.each([
    ['Keep what is here', 'Written here'],
    ['Take what is in the other tab', 'Written there'],
  ])('asks which stays where both were changed at once: %s', async (answered, kept) => {
    const { user } = renderApp(path);
    const title = await screen.findByLabelText(/Data Request Title/);
    // The other tab was quicker, and its word has not come yet.
    writeElsewhere('Written there', 'of another tab');
    fireEvent.change(title, { target: { value: 'Written here' } });
    const question = await screen.findByRole('dialog', { name: 'Changed in another tab' });
    expect(storedTitle()).toBe('Written there');
    await user.click(within(question).getByRole('button', { name: answered }));
    await waitFor(() => expect(storedTitle()).toBe(kept));
    await waitFor(() => expect(title).toHaveValue(kept));
  });
});

describe('what was typed', () => {
  it('is kept on this device for this account alone', async () => {
    const first = renderApp(path);
    await first.user.type(await screen.findByLabelText(/Data Request Title/), 'Malaria');
    expect(await screen.findByText('Saved on this device')).toBeVisible();
    await waitFor(() =>
      expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft`)).toContain('Malaria'),
    );
    first.unmount();

    session.end();
    const { assigned_roles } = makeUser();
    session.begin(makeUser({ user_id: 8, assigned_roles }), 'token-of-another');
    const other = renderApp(path);
    expect(await screen.findByLabelText(/Data Request Title/)).toHaveValue('');
    other.unmount();

    session.end();
    signInAs('Data Requester');
    renderApp(path);
    expect(await screen.findByLabelText(/Data Request Title/)).toHaveValue('Malaria');
  });

  it('is gone after a sign-out, which asks first', async () => {
    server.use(http.post(url('users/signout'), () => answer(null)));
    keepComplete();
    const { user } = renderApp(path);
    await screen.findByRole('heading', { name: 'Your study' });
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    expect(session.get()).not.toBeNull();
    expect(kept.size).toBe(3);

    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await user.click(await screen.findByRole('button', { name: 'Log out and delete it' }));
    await waitFor(() => expect(session.get()).toBeNull());
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.includes('kept'))).toEqual([]),
    );
    expect(kept.size).toBe(0);
  });

  it('is taken as far as it fits, when another version of the wizard has left it', async () => {
    localStorage.setItem(
      `aditus.kept.${USER}.requestDraft`,
      JSON.stringify({ details: { title: 'Malaria', purposes: 'all' }, devices: [null], staff: 7 }),
    );
    renderApp(path);
    expect(await screen.findByLabelText(/Data Request Title/)).toHaveValue('Malaria');
  });

  it('brings the chosen variables back into a new tab', async () => {
    keepComplete();
    const first = renderApp(path);
    await screen.findByRole('heading', { name: 'Your study' });
    variableSelection.set(1, variableSelection.of(1));
    first.unmount();
    session.end();
    variableSelection.reset();
    signInAs('Data Requester');
    const { user } = renderApp(`${path}?step=dataset`);
    expect(await screen.findByText('1 variable selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove birth_date' }));
    expect(screen.getByText(/No Variables have been selected/)).toBeVisible();
    expect(variableSelection.of(1)).toEqual([]);
  });
});

describe('the submission', () => {
  const submit = async () => {
    const view = renderApp(`${path}?step=review`);
    await view.user.click(await screen.findByRole('button', { name: 'Submit' }));
    return view;
  };

  it('shows every answer with a way back to it', async () => {
    keepComplete();
    const { user } = renderApp(`${path}?step=review`);
    const study = await screen.findByRole('region', { name: 'Your study' });
    expect(await within(study).findByText('National Committee')).toBeVisible();
    expect(screen.getByText('Hill Clinic')).toBeVisible();
    expect(await screen.findByText('Research; Other: Warning')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change: Purpose and format' }));
    expect(await screen.findByRole('heading', { name: 'Purpose and format' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the review' }));
    expect(await screen.findByRole('heading', { name: 'Review Request' })).toBeVisible();
  });

  it('sends the draft, shows the request and leaves nothing on the device', async () => {
    server.use(accept('submit'));
    keepComplete();
    await submit();
    expect(await screen.findByText('accepted by submit')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByTestId('location')).toHaveTextContent(
        '/requester/singlerequest?request_id=12',
      ),
    );
    expect(bodies[0]?.body).toMatchObject({
      requester: 110,
      title: 'Malaria after the rains',
      isPrincipal: true,
      principal_email: 'naledi.okafor@university.example',
      principal_institution: 'Data Requester',
      ethics_doc_path: { mime: 'application/pdf', data: 'JVBERi0=' },
      additional_ethics_committee_name: 'None',
      request_purposes: [
        { purpose: 1, purpose_description: null },
        { purpose: 3, purpose_description: 'Warning' },
      ],
      direct_access_from: null,
      data_source_id: 1,
      dataset_variables: [11],
      filters: {
        facility_filter: ['Hill Clinic'],
        date_range_filter: { start_value: '2020-01-01', end_value: null },
      },
      list_of_staff: [{ surname: 'Okafor', identification_file_path: { data: 'JVBERi0=' } }],
    });
    expect(JSON.stringify(bodies[0]?.body)).not.toContain('local_id');
    await waitFor(() => expect(kept.size).toBe(0));
    expect(Object.keys(localStorage).filter((key) => key.includes('kept'))).toEqual([]);
    expect(variableSelection.of(1)).toEqual([]);
  });

  it('goes to guest/ when the variables were picked first', async () => {
    server.use(accept('guest'));
    keepComplete();
    variableSelection.markSubmissionPending(true);
    await submit();
    expect(await screen.findByText('accepted by guest')).toBeVisible();
    expect(bodies.map(({ call }) => call)).toEqual(['guest']);
  });

  it('lands the server’s faults on their screen and field, and keeps everything', async () => {
    const message = 'Please select the Ethics Committee Name.';
    server.use(
      http.post(url('data_requests/submit'), () =>
        refuse(400, message, {
          errors: {
            ethics_committee: [message],
            'list_of_devices[0].equipment_type': ['Unknown type.'],
          },
        }),
      ),
    );
    keepComplete();
    const { user } = await submit();
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
    expect(await screen.findByText('One answer needs attention')).toBeVisible();
    expect(screen.getByLabelText(/Ethics Committee Name/)).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText(/Data Request Title/)).toHaveValue('Malaria after the rains');
    await user.click(screen.getByRole('button', { name: 'List of Devices and Staff' }));
    expect(await screen.findByRole('link', { name: 'Laptop: Unknown type.' })).toBeVisible();
    expect(kept.size).toBe(3);
  });

  it('offers to try again when the network failed, and then sends the same key', async () => {
    const lost: (string | null)[] = [];
    server.use(
      http.post(url('data_requests/submit'), ({ request }) => {
        lost.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    keepComplete();
    const { user } = await submit();
    expect(
      await screen.findByText(/The server cannot be reached at present\. .* Your answers are kept/),
    ).toBeVisible();
    server.use(accept('submit'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('request_id=12'));
    expect(lost).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
    expect(bodies[0]!.key).toBe(lost[0]);
  });

  it('leads a guest whose submission the server could not take back to the dictionary', async () => {
    server.use(
      http.post(url('data_requests/guest'), () =>
        refuse(503, 'Data Request Submission Unsuccessful'),
      ),
    );
    keepComplete();
    variableSelection.markSubmissionPending(true);
    await submit();
    expect(await screen.findByText('Data Request Submission Unsuccessful')).toBeVisible();
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/datatable'));
    expect(kept.size).toBe(3);
  });

  it('goes to the first screen that is not right any more instead of sending', async () => {
    keepComplete();
    keepDraft({
      ...(JSON.parse(localStorage.getItem(`aditus.kept.${USER}.requestDraft`) ?? '{}') as Draft),
      details: { ...details, needed_on: inDays(3) },
    });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
    expect(
      (await screen.findAllByText(/The Needed Date should be in four weeks time or greater/))
        .length,
    ).toBeGreaterThan(1);
    expect(bodies).toEqual([]);
  });
});
