import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CommitteeRecord, PlaceRecord, PurposeRecord } from '@/api/models';
import { clinic } from '@/testing/referenceFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import ReferenceDataPage from './ReferenceDataPage';

const BUILT_IN = 'The purpose "Other" is built in.';
const LAST = 'This is the last active ethics committee.';
const IN_USE = 'Data Requests refer to it.';

const free = { rename_refused: null, deactivation_refused: null, deletion_refused: null };
const purposes: PurposeRecord[] = [
  { purpose_id: 1, purpose: 'Research', active: 1, ...free, row_version: 4 },
  {
    purpose_id: 3,
    purpose: 'Other',
    active: 1,
    rename_refused: BUILT_IN,
    deactivation_refused: BUILT_IN,
    deletion_refused: BUILT_IN,
    row_version: 1,
  },
];
const board: CommitteeRecord = {
  irb_id: 5,
  irb_name: 'Lake Board',
  active: 1,
  ...free,
  deactivation_refused: LAST,
  deletion_refused: IN_USE,
  row_version: 2,
};
const hills: PlaceRecord = {
  ...clinic,
  facility_id: 10,
  label: 'Hills',
  level: 'District',
  parent_id: 1,
  district: null,
  held: 1,
};
const north: PlaceRecord = {
  ...hills,
  facility_id: 1,
  label: 'North',
  level: 'Region',
  parent_id: null,
  region: null,
};

const sent: { method: string; path: string; body: unknown }[] = [];
const asked: URLSearchParams[] = [];

/** Accepts and records every body that is sent to this path. */
const take = (method: 'post' | 'put', path: string, message: string) =>
  http[method](url(path), async ({ request }) => {
    sent.push({ method, path, body: await request.json() });
    return HttpResponse.json({ code: 200, message, data: {} });
  });

beforeEach(() => {
  sent.length = 0;
  asked.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('reference_data/purposes'), () => answerList(purposes)),
    http.get(url('reference_data/ethics_committees'), () => answerList([board])),
    http.get(url('reference_data/equipment_types'), () => answerList([])),
    http.get(url('reference_data/facilities'), ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const all = [north, hills, { ...clinic, is_offered: false }];
      const level = query.get('level');
      return answerList(level ? all.filter((place) => place.level === level) : all);
    }),
    http.get(url('reference_data/facilities/10'), () => answer(hills)),
  );
});

const show = (tab = '') =>
  renderPart(<ReferenceDataPage />, `/superuser/reference-data${tab && `?tab=${tab}`}`);

it('adds a purpose once it has a name, and shows the error of the server', async () => {
  const taken = 'There is already another Purpose with this name.';
  server.use(
    http.post(url('reference_data/purposes'), () =>
      refuse(409, taken, { errors: { purpose: [taken] } }),
    ),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add Purpose' }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = dialog.getByRole('button', { name: 'Add Purpose' });
  await user.click(submit);
  expect(dialog.getByText('Please enter the Purpose.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Purpose' }), 'Teaching');
  await user.click(submit);
  expect(await dialog.findByText(taken)).toBeVisible();
  server.use(take('post', 'reference_data/purposes', 'Successfully created the purpose'));
  await user.click(submit);
  expect(await screen.findByText('Successfully created the purpose')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent[0]?.body).toEqual({ purpose: 'Teaching', active: 1 });
});

it('deactivates a purpose with the version that was read', async () => {
  server.use(take('put', 'reference_data/purposes/1', 'Successfully updated the purpose'));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Edit the purpose Research' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Not active' }));
  await user.click(dialog.getByRole('button', { name: 'Save Purpose' }));
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ purpose: 'Research', active: 0, row_version: 4 }),
  );
});

it('disables actions that are refused, and shows the reason', async () => {
  const { user } = show();
  for (const action of ['Edit', 'Delete']) {
    const button = await screen.findByRole('button', { name: `${action} the purpose Other` });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(BUILT_IN);
  }
  await user.click(screen.getByRole('tab', { name: 'Ethics Committees' }));
  expect(
    await screen.findByRole('button', { name: 'Delete the ethics committee Lake Board' }),
  ).toHaveAccessibleDescription(IN_USE);
  await user.click(screen.getByRole('button', { name: 'Edit the ethics committee Lake Board' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(LAST)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveAttribute('aria-disabled', 'true');
});

it('shows a text for an empty list, and deletes an unreferenced entry', async () => {
  let gone = false;
  server.use(
    http.delete(url('reference_data/purposes/1'), () => {
      gone = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = show('equipment');
  expect(await screen.findByText('No Equipment Types found')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Purposes' }));
  await user.click(await screen.findByRole('button', { name: 'Delete the purpose Research' }));
  await user.click(await screen.findByRole('button', { name: 'Delete this purpose' }));
  expect(await screen.findByText('The purpose “Research” is deleted.')).toBeVisible();
  expect(gone).toBe(true);
});

it('shows the tree level by level, and the reason why a facility is not offered', async () => {
  const { user } = show('facilities');
  expect(await screen.findByText('Its region or district is not')).toBeVisible();
  expect(
    screen.getByRole('button', { name: 'Delete the region North' }),
  ).toHaveAccessibleDescription(/^North contains/);
  await user.click(screen.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByRole('option', { name: 'Districts' }));
  await waitFor(() => expect(screen.queryByText('Hill Clinic')).not.toBeInTheDocument());
  expect(asked.at(-1)?.get('level')).toBe('District');
  await user.click(screen.getByRole('link', { name: '1 facility in Hills' }));
  expect(await screen.findByText('In Hills')).toBeVisible();
  await waitFor(() => expect(asked.at(-1)?.get('parent_id')).toBe('10'));
});

it('adds a facility in the district of the list', async () => {
  server.use(take('post', 'reference_data/facilities', 'Successfully created the place'));
  const { user } = show('facilities&within=10');
  await screen.findByText('In Hills');
  await user.click(screen.getByRole('button', { name: 'Add a place' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('combobox', { name: 'District' })).toHaveValue('Hills');
  await user.click(dialog.getByRole('button', { name: 'Add Facility' }));
  expect(dialog.getByText('Please enter the Facility Name.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Facility Name' }), 'Shore Clinic');
  await user.click(dialog.getByRole('button', { name: 'Add Facility' }));
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      level: 'Facility',
      parent_id: 10,
      label: 'Shore Clinic',
      active: 1,
    }),
  );
});

it('requires the region of a district', async () => {
  const { user } = show('facilities');
  await user.click(await screen.findByRole('button', { name: 'Add a place' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByRole('option', { name: 'District' }));
  await user.click(dialog.getByRole('button', { name: 'Add District' }));
  expect(dialog.getByText('Please select the region of the district.')).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByRole('option', { name: 'Region' }));
  expect(dialog.queryByRole('combobox', { name: 'Region' })).not.toBeInTheDocument();
});

const csv = (text: string) => new File([text], 'facilities.csv', { type: 'text/csv' });

it('shows what a file would add before adding it', async () => {
  const tries: (string | null)[] = [];
  server.use(
    http.post(url('reference_data/facilities/file'), ({ request }) => {
      tries.push(new URL(request.url).searchParams.get('dry_run'));
      return answer({
        read: 3,
        regions_added: 0,
        districts_added: 1,
        facilities_added: 2,
        known: 1,
        repeated: [{ line: 5, first_line: 2 }],
        repeated_count: 1,
      });
    }),
  );
  const { user } = show('facilities');
  await user.click(await screen.findByRole('button', { name: 'Add from a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Choose a file'), csv('region,district,facility'));
  expect(
    await dialog.findByText(
      'The file names 3 facilities. 1 of them is already in the list. It adds 1 district and 2 facilities.',
    ),
  ).toBeVisible();
  expect(
    dialog.getByText(
      '1 line names a facility that an earlier line names. It is added only once: line 5 is the same as line 2.',
    ),
  ).toBeVisible();
  expect(tries).toEqual(['true']);
  await user.click(dialog.getByRole('button', { name: 'Add 2 facilities' }));
  expect(await screen.findByText('1 district and 2 facilities added.')).toBeVisible();
  expect(tries).toEqual(['true', null]);
});

it('lists every fault of a file in the order of its lines', async () => {
  server.use(
    http.post(url('reference_data/facilities/file'), () =>
      refuse(400, 'The file was not imported.', {
        errors: {
          file: ['7 more lines or cells have errors.'],
          'file[10]': ['The line has 2 cells instead of 3.'],
          'file[9].district': ['Please enter the District Name.'],
        },
      }),
    ),
  );
  const { user } = show('facilities');
  await user.click(await screen.findByRole('button', { name: 'Add from a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Choose a file'), csv('region,district,facility'));
  const list = await dialog.findByRole('list', { name: 'Errors in the file' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Line 9, district: Please enter the District Name.',
    'Line 10: The line has 2 cells instead of 3.',
    '7 more lines or cells have errors.',
  ]);
  expect(dialog.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
});

it('keeps the file while the connection is lost, and tries again', async () => {
  let lost = true;
  server.use(
    http.post(url('reference_data/facilities/file'), () =>
      lost
        ? HttpResponse.error()
        : answer({
            read: 1,
            regions_added: 0,
            districts_added: 0,
            facilities_added: 0,
            known: 1,
            repeated: [],
            repeated_count: 0,
          }),
    ),
  );
  const { user } = show('facilities');
  await user.click(await screen.findByRole('button', { name: 'Add from a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Choose a file'), csv('region,district,facility'));
  const again = await dialog.findByRole('button', { name: 'Try again' });
  lost = false;
  await user.click(again);
  expect(
    await dialog.findByText(
      'The file names 1 facility. It is already in the list. There is nothing to add.',
    ),
  ).toBeVisible();
});
