import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '@/api/connection';
import type { DraftBody, DraftFile } from '@/api/models';
import { session } from '@/api/session';
import { openDraft } from '@/lib/openDraft';
import { variableSelection } from '@/lib/variableSelection';
import { HeldDrafts } from '@/testing/drafts';
import { makeRole, makeSource, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { emptyDraft, type Draft } from './draft';
import { contentOf } from './draftContent';
import { ownSaves } from './ownSaves';

// A tenth of the real delays, so that events keep their order.
vi.mock('./draftDelays', () => ({
  SAVE_DEBOUNCE_MS: 200,
  LOCAL_DEBOUNCE_MS: 25,
  RETRY_MS: 1_000,
}));

const USER = 7;
const path = '/requester/submitrequest';
/** The first screen of a new request. */
const newStudy = `${path}?step=study`;
const inDays = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD');
const fileOf = (file_id: number): DraftFile => ({
  file_id,
  name: 'letter.pdf',
  mime: 'application/pdf',
  size: 5,
});
/** The draft that exists from the start. */
const DRAFT = 3;
const draftPath = `${path}?draft=${DRAFT}`;
const studyPath = `${draftPath}&step=study`;
let held = new HeldDrafts();
const bodies: { call: string; body: Record<string, unknown>; key: string | null }[] = [];

/** Puts a draft on the server. */
function holdDraft(
  changes: Partial<Draft>,
  files: Record<string, DraftFile> = {},
  source?: number,
) {
  const draft = { ...emptyDraft, ...changes };
  const named = new Map(Object.entries(files));
  const content = contentOf(draft, named, source ?? null, source ? [11] : []);
  held.put(DRAFT, content, [...named.values()]);
}

/** Stores a local draft on the device. */
function storeLocalDraft(changes: Partial<Draft> & { version?: number }, draftId = DRAFT) {
  localStorage.setItem(`aditus.kept.${USER}.requestDraft.${draftId}`, JSON.stringify(changes));
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

const files = { ethics_doc_path: fileOf(21), file_path: fileOf(22), 'staff/s': fileOf(23) };

/** Puts a complete draft on the server, with the review as its current screen. */
function holdComplete() {
  holdDraft(complete, files, 1);
}

const complete: Partial<Draft> = {
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
};

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
  bodies.length = 0;
  held = new HeldDrafts();
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/irb'), () =>
      answer([{ irb_id: 2, irb_name: 'National Committee' }]),
    ),
    http.get(url('data_requests/purposes'), () =>
      answer([
        { purpose_id: 1, purpose: 'Research' },
        { purpose_id: 3, purpose: 'Other' },
        { purpose_id: 4, purpose: 'Quality improvement' },
      ]),
    ),
    http.get(url('data_requests/equipment-type'), () =>
      answer([{ equipment_type_id: 1, equipment_type: 'Computer' }]),
    ),
    http.get(url('facilities'), () => answer([])),
    http.get(url('data_dictionary/data_sources'), () => answerList([makeSource()])),
    // The pages to which the wizard leads.
    http.get(url('data_requests'), () => refuse(404, 'Not found')),
    http.get(url('data_requests/statecomment/list/:id'), () => answer([])),
    http.get(url('data_dictionary/tables'), () => answerList([])),
    http.get(url('data_dictionary/data_dictionary'), () => answerList([])),
  );
  signInAs('Data Requester');
});

describe('a choice that is no longer offered', () => {
  const told = (kind: string, name: string) => `The ${kind} "${name}" is no longer offered.`;
  const withdrawn = (...faults: { field: string; id: number | null; name: string }[]) =>
    http.get(url(`data_requests/drafts/${DRAFT}/not_offered`), () =>
      answer({
        faults: faults.map((fault) => ({ ...fault, message: told('choice', fault.name) })),
        variables: [],
      }),
    );
  const committee = { field: 'ethics_committee', id: 9, name: 'Board of the Lakes' };

  it('remains in the draft, is marked, and can be replaced', async () => {
    server.use(withdrawn(committee));
    holdDraft({ details: { ...details, ethics_committee: 9 }, reached: 2 });
    const { user } = renderApp(studyPath);
    expect(await screen.findByText('1 answer can’t be submitted right now')).toBeVisible();
    const field = screen.getByRole('combobox', { name: 'Ethics Committee Name' });
    await waitFor(() => expect(field).toHaveTextContent('Board of the Lakes (no longer offered)'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Principal investigator' })).toBeVisible();
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.ethics_committee).toBe(9));
    // The notice leads to the screen, as the list of steps does.
    const [toStudy] = screen.getAllByRole('button', { name: 'Your study' });
    await user.click(toStudy!);
    await user.click(await screen.findByRole('combobox', { name: 'Ethics Committee Name' }));
    await user.click(await screen.findByRole('option', { name: 'National Committee' }));
    expect(screen.queryByText(/be submitted right now/)).not.toBeInTheDocument();
  });

  it('blocks the submission, which leads to its screen', async () => {
    server.use(
      withdrawn(
        { field: 'request_purposes', id: 7, name: 'Audit' },
        { field: 'request_purposes', id: 6, name: 'Training' },
        { field: 'list_of_devices[0].equipment_type', id: 8, name: 'Tablet' },
        { field: 'filters.facility_filter', id: 5, name: 'Hill Clinic' },
      ),
    );
    const devices = complete.devices!.map((device) => ({ ...device, equipment_type: 8 }));
    const purposes = [...details.purposes, 7, 6];
    holdDraft({ ...complete, details: { ...details, purposes }, devices }, files, 1);
    const { user } = renderApp(`${draftPath}&step=review`);
    expect(await screen.findByText('4 answers can’t be submitted right now')).toBeVisible();
    expect(screen.getByText(/Audit \(no longer offered\)/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('heading', { name: 'Purpose and format' })).toBeVisible();
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Audit (no longer offered)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Training (no longer offered)' }));
    await user.click(screen.getByRole('button', { name: 'Data Specification' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(screen.getByText('1 answer can’t be submitted right now')).toBeVisible();
    expect(screen.getByText(/The choice "Tablet" is/)).toBeVisible();
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.facilities).toEqual([]));
    expect(held.drafts.get(DRAFT)?.content.list_of_devices?.[0]?.equipment_type).toBe(8);
  });

  it('keeps and counts a variable, which is valid again once it is offered again', async () => {
    held.withdrawn.add(11);
    holdComplete();
    const { user, unmount } = renderApp(`${draftPath}&step=dataset`);
    const heading = await screen.findByRole('heading', {
      name: '1 variable selected, 1 no longer offered',
    });
    expect(heading).toBeVisible();
    await user.type(screen.getByLabelText(/Dataset Description/), ' by day');
    await waitFor(() =>
      expect(held.drafts.get(DRAFT)?.content.dataset_description).toBe('Admissions by day'),
    );
    expect(held.drafts.get(DRAFT)?.content.dataset_variables).toEqual([11]);
    unmount();
    held.withdrawn.clear();
    renderApp(`${draftPath}&step=dataset`);
    expect(await screen.findByRole('heading', { name: '1 variable selected' })).toBeVisible();
    expect(screen.queryByText(/no longer offered/)).not.toBeInTheDocument();
  });

  it('can be removed if it is a variable', async () => {
    held.withdrawn.add(11);
    holdComplete();
    const { user } = renderApp(`${draftPath}&step=dataset`);
    const remove = { name: 'Remove 1 variable no longer offered' };
    await user.click(await screen.findByRole('button', remove));
    expect(screen.queryByText(/be submitted right now/)).not.toBeInTheDocument();
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.dataset_variables).toEqual([]));
  });
});

it('lists the steps of a draft with their states, and opens any of them', async () => {
  holdDraft({ details: { ...emptyDraft.details, title: 'Malaria', purposes: [1] } });
  const { user } = renderApp(draftPath);
  expect(await screen.findByText('0 of 8 complete.')).toBeVisible();
  const stateOf = (name: string) => screen.getByRole('button', { name });
  expect(stateOf('Your study')).toHaveAccessibleDescription('Incomplete');
  expect(stateOf('Ethics and agreement')).toHaveAccessibleDescription('Not started');
  expect(stateOf('Data Specification')).toHaveAccessibleDescription('Optional');
  await user.click(stateOf('Purpose and format'));
  expect(await screen.findByRole('heading', { name: 'Purpose and format' })).toHaveFocus();
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Research',
    'Quality improvement',
    'Other',
  ]);
  await user.click(screen.getByRole('radio', { name: /^Electronic/ }));
  const nav = screen.getByRole('navigation', { name: 'Steps of the request' });
  await user.click(within(nav).getByRole('button', { name: 'All steps' }));
  expect(await screen.findByText('1 of 8 complete.')).toBeVisible();
  expect(stateOf('Purpose and format')).toHaveAccessibleDescription('Complete');
  expect(screen.getByTestId('location')).toHaveTextContent(draftPath);
});

it('leads to the dictionary and back to the same screen of the same draft', async () => {
  holdComplete();
  const { user } = renderApp(`${draftPath}&step=dataset`);
  await user.click(await screen.findByRole('link', { name: 'Change the selection' }));
  const back = { name: 'Back to your Data Request' };
  expect(await screen.findByRole('link', back)).toBeVisible();
  act(() => session.selectRole(makeRole('Data Custodian')));
  expect(screen.queryByRole('link', back)).not.toBeInTheDocument();
  act(() => session.selectRole(makeRole('Data Requester')));
  await user.click(screen.getByRole('link', back));
  expect(await screen.findByRole('heading', { name: 'The dataset' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(`${draftPath}&step=dataset`);
  expect(screen.getByRole('heading', { name: '1 variable selected' })).toBeVisible();
});

describe('a screen of the wizard', () => {
  it('shows the first error in a toast, and all errors in a summary and at the fields', async () => {
    const { user } = renderApp(newStudy);
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
    // The summary, the field and the toast show the first error. The toast shows no other.
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

  it('shows at the field of an address which letters are not allowed', async () => {
    holdDraft({
      details: { ...details, isPrincipal: 'No', principal_email: 'ämä@people.example' },
      reached: 2,
    });
    const { user } = renderApp(`${draftPath}&step=principal`);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription(/accented letters/);
  });

  it('opens the next screen when its questions are answered, and leads back', async () => {
    holdDraft({ details: { ...details, isPrincipal: '' } });
    const { user } = renderApp(studyPath);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const heading = await screen.findByRole('heading', { name: 'Principal investigator' });
    expect(heading).toHaveFocus();
    expect(screen.getByTestId('location')).toHaveTextContent(`?draft=${DRAFT}&step=principal`);
    // Each step is saved at once.
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.reached).toBe(2));
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByText('naledi.okafor@university.example')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
  });

  it('is not open if it needs other answers, and the list of steps says why', async () => {
    renderApp(`${path}?step=review`);
    expect(await screen.findByRole('heading', { name: 'Steps of your request' })).toBeVisible();
    expect(screen.getByText('Complete the other steps first.')).toBeVisible();
    expect(screen.getByText(/"Date needed" under "Your study" first/)).toBeVisible();
    for (const name of ['Review Request', 'List of Devices and Staff'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('leads from the last questions to the list if another step is incomplete', async () => {
    holdDraft({ ...complete, details: { ...details, data_format: '' }, reached: 7 }, files, 1);
    const { user } = renderApp(`${draftPath}&step=devices-staff`);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Steps of your request' })).toBeVisible();
    const incomplete = screen.getByRole('button', { name: 'Purpose and format' });
    expect(incomplete).toHaveAccessibleDescription('Incomplete');
    expect(screen.getByText('6 of 8 complete.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with Purpose and format' }));
    expect(await screen.findByRole('heading', { name: 'Purpose and format' })).toHaveFocus();
  });

  it('clears the filters when step 2 is skipped', async () => {
    holdDraft({
      details,
      filters: {
        facilities: [],
        facility_filter: [],
        start_value: '2026-02-02',
        end_value: '2026-02-01',
      },
      reached: 6,
    });
    const { user } = renderApp(`${draftPath}&step=specification`);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(
      (await screen.findAllByText('The End Date cannot be before the Start Date.')).length,
    ).toBeGreaterThan(1);
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(await screen.findByRole('heading', { name: 'List of Devices and Staff' })).toBeVisible();
    await waitFor(() =>
      expect(held.drafts.get(DRAFT)?.content.filters?.date_range_filter?.start_value).toBe(''),
    );
  });
});

/** Saves this title in another tab. `tellHere` sends the message about it to this tab. */
function saveElsewhere(title: string) {
  const { content } = held.drafts.get(DRAFT)!;
  held.put(DRAFT, { ...content, title });
}
const tellHere = () =>
  act(() => {
    const key = `aditus.kept.${USER}.draftSaved`;
    dispatchEvent(new StorageEvent('storage', { key, newValue: '1' }));
  });
const titleField = () => screen.findByLabelText(/Data Request Title/);
const localDraftKeys = () => Object.keys(localStorage).filter((key) => key.includes('kept'));

it('keeps a screen open while one of its files is being uploaded', async () => {
  holdDraft({ details, reached: 8 }, { file_path: fileOf(22) }, 1);
  let gone: (() => void) | undefined;
  server.use(
    http.post(url('data_requests/drafts/:id/files'), async ({ request }) => {
      await new Promise<void>((resolve) => {
        gone = resolve;
        request.signal.addEventListener('abort', () => resolve());
      });
      return HttpResponse.error();
    }),
  );
  const { user } = renderApp(`${draftPath}&step=ethics`);
  await screen.findByRole('heading', { name: 'Ethics and agreement' });
  const input = document.getElementById('request-ethics_doc_path')!;
  const letter = new File(['%PDF-'], 'approval.pdf', { type: 'application/pdf' });
  fireEvent.change(input, { target: { files: [letter] } });
  const bar = { name: 'Uploading the file for Ethics Approval Letter' };
  expect(await screen.findByRole('progressbar', bar)).toBeVisible();
  expect(screen.getByText('approval.pdf')).toBeVisible();
  for (const name of ['Next', 'Previous', 'Back to the review']) {
    await user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('heading', { name: 'Ethics and agreement' })).toBeVisible();
  }
  expect(
    (await screen.findAllByText('A file is still being uploaded. Wait for it, or cancel it.'))[0],
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel: Ethics Approval Letter' }));
  expect(screen.queryByRole('progressbar', bar)).not.toBeInTheDocument();
  await waitFor(() => expect(input).toHaveFocus());
  await waitFor(() => expect(gone).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('heading', { name: 'Principal investigator' })).toBeVisible();
});

describe('in two tabs', () => {
  it('shows the changes that the other tab saves', async () => {
    holdDraft({ details });
    const { user } = renderApp(studyPath);
    expect(await titleField()).toHaveValue(details.title);
    saveElsewhere('Malaria after the snow');
    tellHere();
    await waitFor(async () => expect(await titleField()).toHaveValue('Malaria after the snow'));
    await user.type(screen.getByLabelText(/Protocol Reference Number/), '2');
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.protocol_ref_num).toBe('P/12'));
    expect(held.titleOf(DRAFT)).toBe('Malaria after the snow');
  });

  it.each([
    ['Keep my version', 'Written here'],
    ['Use the saved version', 'Written there'],
  ])(
    'asks which version to keep if both were changed, and shows the differences: %s',
    async (answered, left) => {
      holdDraft({ details });
      const { user } = renderApp(studyPath);
      const title = await titleField();
      saveElsewhere('Written there');
      fireEvent.change(title, { target: { value: 'Written here' } });
      const question = await screen.findByRole('dialog', {
        name: 'Changed in another tab or on another device',
      });
      expect(held.titleOf(DRAFT)).toBe('Written there');
      expect(within(question).getByText('My version: Written here')).toBeVisible();
      expect(within(question).getByText('Saved version: Written there')).toBeVisible();
      expect(within(question).getByText(/saved elsewhere on November 2, 2026/)).toBeVisible();
      expect(within(question).queryByText('Protocol Reference Number')).not.toBeInTheDocument();
      await user.click(within(question).getByRole('button', { name: answered }));
      await waitFor(async () => expect(await titleField()).toHaveValue(left));
      await waitFor(() => expect(held.titleOf(DRAFT)).toBe(left));
      expect(await screen.findByText('Saved')).toBeVisible();
      await waitFor(() => expect(localDraftKeys()).toEqual([]));
    },
  );

  it('continues as a new draft if the other tab deleted the draft', async () => {
    holdDraft({ details });
    renderApp(studyPath);
    const title = await titleField();
    held.drafts.delete(DRAFT);
    fireEvent.change(title, { target: { value: 'Written here' } });
    await waitFor(() => expect(held.titleOf(5)).toBe('Written here'));
    expect(await titleField()).toHaveValue('Written here');
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('draft=5'));
  });
});

describe("the user's input", () => {
  it('is saved as a draft on the server, without a copy on the device', async () => {
    renderApp(newStudy);
    fireEvent.change(await titleField(), { target: { value: 'Malaria' } });
    expect(screen.getByText('Saving…')).toBeVisible();
    await waitFor(() => expect(held.titleOf(5)).toBe('Malaria'));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(localDraftKeys()).toEqual([]);
    await waitFor(() =>
      expect(screen.getByTestId('location')).toHaveTextContent(`${newStudy}&draft=5`),
    );
    expect(openDraft.of(USER)).toBe(5);
    fireEvent.change(await titleField(), { target: { value: 'Malaria again' } });
    await waitFor(() => expect(held.titleOf(5)).toBe('Malaria again'));
    expect(held.saves).toHaveLength(2);
  });

  it('creates no draft when nothing was typed', async () => {
    const { user } = renderApp(newStudy);
    await titleField();
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    server.use(http.post(url('users/signout'), () => answer(null)));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(held.saves).toEqual([]);
  });

  it('is kept on the device without a connection, and saved when the connection is back', async () => {
    holdDraft({ details });
    renderApp(studyPath);
    const title = await titleField();
    let lost = true;
    server.use(
      http.put(url('data_requests/drafts/:id'), () => (lost ? HttpResponse.error() : undefined)),
    );
    fireEvent.change(title, { target: { value: 'Typed in the train' } });
    expect(await screen.findByText('Saved on this device only: no connection')).toBeVisible();
    expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft.${DRAFT}`)).toContain(
      'Typed in the train',
    );
    expect(held.titleOf(DRAFT)).toBe(details.title);
    lost = false;
    await act(() => connection.check());
    await waitFor(() => expect(held.titleOf(DRAFT)).toBe('Typed in the train'));
    await waitFor(() => expect(localDraftKeys()).toEqual([]));
  });

  describe('after a lost response to a save', () => {
    const loseFirstResponse = () => {
      let isLost = false;
      server.use(
        http.put(url('data_requests/drafts/:id'), async ({ request }) => {
          if (isLost) return undefined;
          isLost = true;
          held.put(DRAFT, (await request.clone().json()) as DraftBody);
          return HttpResponse.error();
        }),
      );
    };
    const expectSaved = async (title: string) => {
      await waitFor(() => expect(held.titleOf(DRAFT)).toBe(title));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      await waitFor(() => expect(localDraftKeys()).toEqual([]));
    };

    it('saves later changes without reporting a conflict', async () => {
      holdDraft({ details });
      renderApp(studyPath);
      const title = await titleField();
      loseFirstResponse();
      fireEvent.change(title, { target: { value: 'Typed in the train' } });
      expect(await screen.findByText('Saved on this device only: no connection')).toBeVisible();
      fireEvent.change(title, { target: { value: 'Typed in the train, and after' } });
      await act(() => connection.check());
      await expectSaved('Typed in the train, and after');
    });

    it('saves later changes without a conflict after a reload', async () => {
      holdDraft({ details });
      const sent = contentOf(
        { ...emptyDraft, details: { ...details, title: 'Typed in the train' } },
        new Map(),
        null,
        [],
      );
      ownSaves.begin(DRAFT, 1, JSON.stringify(sent));
      held.put(DRAFT, sent);
      storeLocalDraft({ details: { ...details, title: 'Typed at once' }, reached: 1, version: 1 });
      renderApp(studyPath);
      await expectSaved('Typed at once');
    });
  });

  it('is restored after an ended session, for this account only', async () => {
    holdDraft({ details });
    storeLocalDraft({ details: { ...details, title: 'Not saved yet' }, reached: 1, version: 1 });
    session.end();
    const { assigned_roles } = makeUser();
    session.begin(makeUser({ user_id: 8, assigned_roles }), 'token-of-another');
    const other = renderApp(newStudy);
    expect(await titleField()).toHaveValue('');
    other.unmount();

    session.end();
    signInAs('Data Requester');
    renderApp(studyPath);
    expect(await titleField()).toHaveValue('Not saved yet');
    await waitFor(() => expect(held.titleOf(DRAFT)).toBe('Not saved yet'));
  });

  it('is saved before a sign-out, which removes the copy on the device', async () => {
    server.use(http.post(url('users/signout'), () => answer(null)));
    holdDraft({ details });
    const { user } = renderApp(studyPath);
    fireEvent.change(await titleField(), { target: { value: 'The last word' } });
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(held.titleOf(DRAFT)).toBe('The last word');
    expect(localDraftKeys()).toEqual([]);
    expect(openDraft.of(USER)).toBeNull();
  });

  it('is deleted by a sign-out without a connection, after a confirmation', async () => {
    server.use(
      http.post(url('users/signout'), () => answer(null)),
      http.put(url('data_requests/drafts/:id'), () => HttpResponse.error()),
    );
    holdDraft({ details });
    const { user } = renderApp(studyPath);
    fireEvent.change(await titleField(), { target: { value: 'The last word' } });
    const leave = async (answered: string) => {
      await user.click(await screen.findByRole('button', { name: 'Your account' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
      await user.click(await screen.findByRole('button', { name: answered }));
    };
    await leave('Stay signed in');
    expect(session.get()).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await leave('Sign out and delete them');
    await waitFor(() => expect(session.get()).toBeNull());
    await waitFor(() => expect(localDraftKeys()).toEqual([]));
  });

  it('is restored as far as possible from another version of the wizard', async () => {
    localStorage.setItem(
      `aditus.kept.${USER}.requestDraft`,
      JSON.stringify({ details: { title: 'Malaria', purposes: 'all' }, devices: [null], staff: 7 }),
    );
    renderApp(newStudy);
    expect(await titleField()).toHaveValue('Malaria');
    await waitFor(() => expect(held.titleOf(5)).toBe('Malaria'));
  });

  it("is kept on the device if there are too many drafts, with the server's reason", async () => {
    const message = 'You already have 20 drafts. Submit or delete one of them first.';
    server.use(http.post(url('data_requests'), () => refuse(409, message)));
    renderApp(newStudy);
    fireEvent.change(await titleField(), { target: { value: 'One more' } });
    expect(await screen.findByText(`Saved on this device only: ${message}`)).toBeVisible();
    expect(localStorage.getItem(`aditus.kept.${USER}.requestDraft`)).toContain('One more');
    // A draft was deleted in another tab.
    server.use(...held.handlers);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(held.titleOf(5)).toBe('One more'));
    expect(await screen.findByText('Saved')).toBeVisible();
    await waitFor(() => expect(localDraftKeys()).toEqual([]));
  });

  it('restores the chosen variables in a new tab, where they can be removed', async () => {
    holdComplete();
    const { user } = renderApp(`${draftPath}&step=dataset`);
    expect(await screen.findByText('1 variable selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove birth_date' }));
    expect(screen.getByText(/No Variables have been selected/)).toBeVisible();
    expect(variableSelection.of(1)).toEqual([]);
    await waitFor(() => expect(held.drafts.get(DRAFT)?.content.dataset_variables).toEqual([]));
  });

  it('reads any number of chosen variables in one call', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    held.put(DRAFT, contentOf({ ...emptyDraft, details, reached: 8 }, new Map(), 1, ids));
    held.withdrawn.add(7);
    renderApp(`${draftPath}&step=dataset`);
    await waitFor(() => expect(variableSelection.of(1)).toHaveLength(10_000));
    expect(held.readsOfVariables).toBe(1);
    expect(
      await screen.findByText('10,000 variables selected, 1 no longer offered', undefined, {
        timeout: 10_000,
      }),
    ).toBeVisible();
  });

  it('starts with the variables that a guest selected', async () => {
    variableSelection.set(1, [
      { var_id: 11, var_name: 'birth_date', tbl_id: 1, tbl_name: 'patient', is_identifiable: true },
    ]);
    variableSelection.markSubmissionPending(true);
    renderApp(newStudy);
    await waitFor(() =>
      expect(held.drafts.get(5)?.content).toMatchObject({
        data_source_id: 1,
        dataset_variables: [11],
      }),
    );
    expect(variableSelection.isSubmissionPending()).toBe(true);
  });
});

it('reports a missing draft', async () => {
  renderApp(studyPath);
  expect(await screen.findByText('This draft no longer exists.')).toBeVisible();
  expect(
    screen.getByText(/It was submitted or deleted, or it belongs to someone else/),
  ).toBeVisible();
});

describe('the submission', () => {
  const submit = async () => {
    const view = renderApp(`${draftPath}&step=review`);
    await view.user.click(await screen.findByRole('button', { name: 'Submit' }));
    return view;
  };

  it('shows every answer with a button that leads back to its question', async () => {
    holdComplete();
    const { user } = renderApp(`${draftPath}&step=review`);
    const study = await screen.findByRole('region', { name: 'Your study' });
    expect(await within(study).findByText('National Committee')).toBeVisible();
    expect(screen.getByText('Hill Clinic')).toBeVisible();
    expect(await screen.findByText('Research; Other: Warning')).toBeVisible();
    // The details of the requester are those of the account.
    expect(screen.queryByRole('button', { name: 'Change: Institution' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveAccessibleDescription(
      'Submit sends "Malaria after the rains" to the reviewers: 1 variable, 3 documents, 1 device and 1 staff member.',
    );
    await user.click(screen.getByRole('button', { name: 'Change: Data format' }));
    expect(await screen.findByRole('heading', { name: 'Purpose and format' })).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Paper-based/ })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Back to the review' }));
    expect(await screen.findByRole('heading', { name: 'Review Request' })).toBeVisible();
  });

  it('references the uploaded files, opens the request and deletes the local data', async () => {
    server.use(accept('submit'));
    holdComplete();
    await submit();
    expect(await screen.findByText('accepted by submit')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByTestId('location')).toHaveTextContent(
        '/requester/singlerequest?request_id=12&submitted=true',
      ),
    );
    expect(bodies[0]?.body).toMatchObject({
      requester: 110,
      title: 'Malaria after the rains',
      isPrincipal: true,
      principal_email: 'naledi.okafor@university.example',
      principal_institution: 'Data Requester',
      draft_id: DRAFT,
      ethics_doc_path: { file_id: 21 },
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
      list_of_staff: [{ surname: 'Okafor', identification_file_path: { file_id: 23 } }],
    });
    expect(JSON.stringify(bodies[0]?.body)).not.toContain('local_id');
    await waitFor(() => expect(localDraftKeys()).toEqual([]));
    await waitFor(() => expect(openDraft.of(USER)).toBeNull());
    expect(variableSelection.of(1)).toEqual([]);
  });

  it('goes to guest/ if the variables were selected first', async () => {
    server.use(accept('guest'));
    holdComplete();
    variableSelection.markSubmissionPending(true);
    await submit();
    expect(await screen.findByText('accepted by guest')).toBeVisible();
    expect(bodies.map(({ call }) => call)).toEqual(['guest']);
  });

  it("shows the server's errors on their screens and fields, and keeps all answers", async () => {
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
    holdComplete();
    const { user } = await submit();
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
    expect(await screen.findByText('One answer needs attention')).toBeVisible();
    expect(screen.getByLabelText(/Ethics Committee Name/)).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText(/Data Request Title/)).toHaveValue('Malaria after the rains');
    await user.click(screen.getByRole('button', { name: 'List of Devices and Staff' }));
    expect(await screen.findByRole('link', { name: 'Laptop: Unknown type.' })).toBeVisible();
    expect(held.drafts.get(DRAFT)?.files).toHaveLength(3);
  });

  it('offers a retry after a network error, which sends the same key', async () => {
    const lost: (string | null)[] = [];
    server.use(
      http.post(url('data_requests/submit'), ({ request }) => {
        lost.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    holdComplete();
    const { user } = await submit();
    expect(
      await screen.findByText(/We can't reach the server right now\. .* Your answers are kept/),
    ).toBeVisible();
    server.use(accept('submit'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('request_id=12'));
    expect(lost).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
    expect(bodies[0]!.key).toBe(lost[0]);
  });

  it('leads a guest back to the dictionary if the server failed', async () => {
    server.use(
      http.post(url('data_requests/guest'), () =>
        refuse(503, 'Data Request Submission Unsuccessful'),
      ),
    );
    holdComplete();
    variableSelection.markSubmissionPending(true);
    await submit();
    expect(await screen.findByText('Data Request Submission Unsuccessful')).toBeVisible();
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/datatable'));
    expect(held.drafts.get(DRAFT)?.files).toHaveLength(3);
  });

  it('opens the first screen with an error instead of sending', async () => {
    holdComplete();
    holdDraft({ ...complete, details: { ...details, needed_on: inDays(3) } }, files, 1);
    await submit();
    expect(await screen.findByRole('heading', { name: 'Your study' })).toBeVisible();
    expect(
      (await screen.findAllByText(/The Needed Date should be in four weeks time or greater/))
        .length,
    ).toBeGreaterThan(1);
    expect(bodies).toEqual([]);
  });
});
