import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DataRequest, Device, SectionChanges } from '@/api/models';
import { makeRole, makeUser, makeRequestedVariable } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { editsOf, hoursAgo, makeActing, makeRequest } from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const path = '/requester/singlerequest?request_id=11';
const lists = `${path}&tab=devices-staff`;
let request: DataRequest;
const sent: unknown[] = [];
const compared: string[] = [];

const device: Device = {
  device_id: 7,
  equipment_name: 'Office laptop',
  equipment_type: { equipment_type_id: 1, equipment_type: 'Laptop' },
  serial_number: 'SN-1',
  used_by: 'Thea Blackwood',
  organisation: 'Halden University',
  usage_from: '2027-02-01',
  usage_to: '2027-06-01',
};

const CHANGED = 'This Data Request has changed since you opened it. Review it again.';

const phoneChanged: SectionChanges = {
  section: 'Principal investigator / Organization Key Contact Person Details',
  title: 'Principal investigator',
  fields: [{ kind: 'value', field: 'Phone', before: '+15550150', after: '+15550199' }],
  items: [],
};
const deviceAdded: SectionChanges = {
  section: 'Has the List of Devices Form been filed?',
  title: 'List of Devices',
  fields: [],
  items: [{ item: 'Device', name: 'Server (SN-9)', became: 'Added', fields: [] }],
};

type Editable = Parameters<typeof editsOf>[0];

/** A request whose sections may be edited because a comment requires it. */
const open = (sections: Editable, changes: Partial<DataRequest> = {}, comment: number | null = 5) =>
  makeRequest({
    is_own: true,
    acting: makeActing({ edit: editsOf(sections, comment) }),
    list_of_devices: [device],
    ...changes,
  });

/** Accepts the edit. Later reads return the request `since`. */
function agree(method: 'patch' | 'post', call: string, message: string, since: DataRequest) {
  server.use(
    http[method](url(call), async ({ request: call }) => {
      sent.push(await call.json());
      request = since;
      return answer({ version: since.version, device_id: 8 }, { message });
    }),
  );
}

beforeEach(() => {
  sent.length = 0;
  compared.length = 0;
  request = makeRequest({ is_own: true });
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/statecomment/list/:id'), () => answer([])),
    http.get(url('data_requests/request_states'), () => answer(request.request_states)),
    http.get(url('data_requests/request_edges'), () => answer([])),
    http.get(url('data_requests/equipment-type'), () =>
      answer([{ equipment_type_id: 1, equipment_type: 'Laptop' }]),
    ),
    http.get(url('data_requests/irb'), () =>
      answer([
        { irb_id: 1, irb_name: 'Lake Board' },
        { irb_id: 2, irb_name: 'National Council' },
      ]),
    ),
  );
  signInAs('Data Requester');
});

it('offers only the edits that the server allows', async () => {
  request = open(['dataFormat', 'staff']);
  const { user } = renderApp(path);
  expect(await screen.findByRole('button', { name: 'Edit: Data Format' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit: Principal Investigator' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: /Devices & Staff/ }));
  expect(await screen.findByRole('button', { name: 'Edit Thea Blackwood' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add staff member' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit Office laptop' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add device' })).toBeNull();
});

describe('a section', () => {
  it('is sent with its comment and the version it is based on, and is shown once saved', async () => {
    request = open(['principal']);
    agree(
      'patch',
      'data_requests/patch/data_request/11',
      'You have successfully updated your Data Request',
      open(['principal'], { principal_sname: 'Okafor', version: 5 }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Principal Investigator' }));
    const dialog = within(await screen.findByRole('dialog'));
    const surname = dialog.getByRole('textbox', { name: 'Surname' });
    await user.clear(surname);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Surname is required.')).toBeVisible();
    expect(surname).toHaveFocus();
    expect(sent).toEqual([]);
    await user.type(surname, 'Okafor');
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveClass('MuiButton-outlined');
    const both = dialog.getByRole('button', { name: 'Save and mark as resolved' });
    expect(both).toHaveClass('MuiButton-contained');
    // Enter in a field submits with the primary button.
    expect(both).toHaveAttribute('type', 'submit');
    await user.click(both);
    expect(await screen.findByText('Leonora Okafor')).toBeVisible();
    expect(screen.queryByText(/waits for you until/)).toBeNull();
    expect(
      await screen.findByText('You have successfully updated your Data Request'),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      {
        principal_fname: 'Leonora',
        principal_sname: 'Okafor',
        principal_email: 'leonora.abernathy@university.example',
        principal_phone: '+15550150',
        principal_occupation: 'Professor',
        principal_institution: 'Halden University',
        comment_id: 5,
        version: 4,
        resolve: true,
      },
    ]);
  });

  it('closes the dialog once the page is refreshed, so that the next edit is based on the new version', async () => {
    request = open(['principal', 'dataFormat']);
    const since = open(['principal', 'dataFormat'], { principal_sname: 'Okafor', version: 5 });
    agree('patch', 'data_requests/patch/data_request/11', 'Saved', since);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Principal Investigator' }));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.get(url('data_requests'), async () => {
        await arrived;
        return answer(request);
      }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    arrive();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Edit: Data Format' }));
    const next = within(await screen.findByRole('dialog'));
    await user.click(next.getByRole('checkbox', { name: 'No date limit' }));
    await user.click(next.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([{ version: 4 }, { version: 5 }]);
  });

  it('shows that the request still waits if the comment is not resolved', async () => {
    const blocked = makeActing({ edit: editsOf(['dataFormat'], 5), blocked_until: hoursAgo(-46) });
    request = open(['dataFormat'], { acting: blocked });
    const since = open(['dataFormat'], { acting: blocked, version: 5 });
    agree('patch', 'data_requests/patch/data_request/11', 'Saved', since);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Data Format' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('The request waits for you until the comment is marked as resolved.'),
    ).toBeVisible();
    expect(sent).toMatchObject([{ comment_id: 5, resolve: false }]);
  });

  it('sends no dates if there is no date limit', async () => {
    request = open(['dataFormat'], { status: 'Denied' }, null);
    agree('patch', 'data_requests/patch/data_request/11', 'Saved', request);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Data Format' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Save and mark as resolved' })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'No date limit' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          data_format: 'Direct access',
          direct_access_from: null,
          direct_access_to: null,
          no_date_limit: true,
          comment_id: null,
          version: 4,
          resolve: false,
        },
      ]),
    );
  });

  it('keeps the current letter, and requires an additional one with its name', async () => {
    request = open(['ethics']);
    agree('patch', 'data_requests/patch/data_request_docs/11', 'Saved', request);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Ethics Approval' }));
    const dialog = within(await screen.findByRole('dialog'));
    const number = dialog.getByRole('textbox', { name: 'Protocol Reference Number' });
    await user.clear(number);
    await user.click(dialog.getByRole('radio', { name: 'Yes' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    for (const message of [
      'Protocol Reference Number is required.',
      'Enter the Additional Ethics Committee Name.',
      'Upload the Additional Ethics Approval Letter Name.',
    ]) {
      expect(dialog.getByText(message)).toBeVisible();
    }
    await user.type(number, 'P-9');
    await user.click(dialog.getByRole('radio', { name: 'No' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          ethics_committee: 2,
          protocol_ref_num: 'P-9',
          ethics_doc_path1: null,
          keep_ethics_doc: true,
          additional_ethics_committee_name: 'None',
          additional_IRB_file_path1: null,
          keep_additional_IRB_file: false,
          comment_id: 5,
          version: 4,
          resolve: false,
        },
      ]),
    );
  });

  it('keeps the committee and the equipment type of the request if they are no longer offered', async () => {
    server.use(
      http.get(url('data_requests/irb'), () => answer([{ irb_id: 1, irb_name: 'Lake Board' }])),
      http.get(url('data_requests/equipment-type'), () =>
        answer([{ equipment_type_id: 2, equipment_type: 'Server' }]),
      ),
    );
    request = { ...open(['ethics', 'devices']), list_of_devices: [device] };
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Ethics Approval' }));
    let dialog = within(await screen.findByRole('dialog'));
    const committee = dialog.getByRole('combobox', { name: 'Ethics Committee Name' });
    expect(committee).toHaveTextContent('National Council');
    await user.click(committee);
    await user.click(await screen.findByRole('option', { name: 'Lake Board' }));
    await user.click(committee);
    expect(await screen.findByRole('option', { name: 'National Council' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('tab', { name: /Devices & Staff/ }));
    await user.click(await screen.findByRole('button', { name: 'Edit Office laptop' }));
    dialog = within(await screen.findByRole('dialog'));
    const type = dialog.getByRole('combobox', { name: 'Equipment Type' });
    await waitFor(() => expect(type).toHaveTextContent('Laptop'));
  });

  it('requires a file for the agreement', async () => {
    request = open(['agreement']);
    agree('patch', 'data_requests/patch/data_request_docs/11', 'Saved', request);
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Data Sharing Agreement' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Data Sharing Agreement is required.')).toBeVisible();
    const file = new File(['%PDF-1.7 signed'], 'signed.pdf', { type: 'application/pdf' });
    await user.upload(dialog.getByLabelText(/Data Sharing Agreement/), file);
    expect(await dialog.findByRole('button', { name: 'Preview signed.pdf' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          file_path1: {
            mime: 'application/pdf',
            name: 'signed.pdf',
            data: btoa('%PDF-1.7 signed'),
          },
          comment_id: 5,
          version: 4,
          resolve: false,
        },
      ]),
    );
  });

  it('shows which variables are removed before another source is saved', async () => {
    request = open(['dataSource'], {
      data_source: { data_source_id: 3, source: 'Civil Registration', description: 'Births' },
      dataset_variables: [makeRequestedVariable()],
    });
    const source = (data_source_id: number, name: string) => ({
      data_source_id,
      source: name,
      description: name,
    });
    server.use(
      http.get(url('data_dictionary/data_sources/3'), () =>
        answer(source(3, 'Civil Registration')),
      ),
      http.get(url('data_dictionary/data_sources/9'), () => answer(source(9, 'Birth Registry'))),
      http.get(url('data_dictionary/data_sources'), () =>
        answerList([source(9, 'Birth Registry')]),
      ),
      http.patch(url('data_requests/patch/data_request/11'), () =>
        refuse(
          409,
          'This data source is in the custody of another organisation. Recall the request and resubmit it.',
        ),
      ),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Edit: Data Specification' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('combobox', { name: /Data Source/ });
    await user.clear(field);
    await user.type(field, 'Birth');
    await user.click(await screen.findByRole('option', { name: 'Birth Registry' }));
    expect(
      await dialog.findByText(
        /1 variable of Civil Registration will be removed from the Data Request/,
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText(/in the custody of another organisation. Recall the request/),
    ).toBeVisible();
  });
});

it('keeps the input after a conflict, shows the other changes, and overwrites them on request', async () => {
  request = open(['principal']);
  server.use(
    http.patch(url('data_requests/patch/data_request/11'), async ({ request: call }) => {
      const body = (await call.json()) as { version: number };
      sent.push(body.version);
      if (body.version !== 4) return answer({ version: 6 }, { message: 'Saved' });
      request = open(['principal'], { principal_phone: '+15550199', version: 5 });
      return refuse(409, CHANGED, { reason: 'row_changed' });
    }),
    http.get(url('data_requests/11/changes'), ({ request: call }) => {
      compared.push(new URL(call.url).search);
      return answer({ from: 4, to: 5, sections: [phoneChanged, deviceAdded] });
    }),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Edit: Principal Investigator' }));
  const dialog = within(await screen.findByRole('dialog'));
  const surname = dialog.getByRole('textbox', { name: 'Surname' });
  await user.clear(surname);
  await user.type(surname, 'Okafor');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Someone else saved this while you were editing.')).toBeVisible();
  const inSection = within(
    await dialog.findByRole('region', { name: 'Changes in Principal investigator' }),
  );
  expect(inSection.getByText('+15550150').tagName).toBe('DEL');
  expect(inSection.getByText('+15550199').tagName).toBe('INS');
  expect(dialog.getByText('Added: Device Server (SN-9)')).toBeVisible();
  expect(compared).toEqual(['?from=4&to=5']);
  expect(surname).toHaveValue('Okafor');
  await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([4, 5]);
});

it('offers no overwrite if the section was closed meanwhile', async () => {
  request = open(['principal']);
  server.use(
    http.patch(url('data_requests/patch/data_request/11'), () => {
      request = makeRequest({
        is_own: true,
        version: 5,
        acting: makeActing({ edit: editsOf([]) }),
      });
      return refuse(409, CHANGED, { reason: 'row_changed' });
    }),
    http.get(url('data_requests/11/changes'), () =>
      answer({ from: 4, to: 5, sections: [phoneChanged] }),
    ),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Edit: Principal Investigator' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('+15550199')).toBeVisible();
  expect(
    dialog.getByText('You may edit this section once a reviewer has asked for it.'),
  ).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Keep my version' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Use the saved version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('refreshes the page after an edit is refused because its comment is resolved', async () => {
  request = open(['principal']);
  server.use(
    http.patch(url('data_requests/patch/data_request/11'), () => {
      request = makeRequest({ is_own: true, acting: makeActing({ edit: editsOf([]) }) });
      return refuse(403, 'The comment is already resolved.', { reason: 'comment_resolved' });
    }),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Edit: Principal Investigator' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The comment is already resolved.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Edit: Principal Investigator' })).toBeNull(),
  );
});

it('refetches the request when another tab of the account has changed it', async () => {
  request = open(['principal']);
  renderApp(path);
  expect(await screen.findByText('Leonora Abernathy')).toBeVisible();
  request = open(['principal'], { principal_sname: 'Okafor', version: 5 });
  const key = `aditus.kept.${makeUser().user_id}.requestsChanged`;
  dispatchEvent(new StorageEvent('storage', { key, newValue: '1' }));
  expect(await screen.findByText('Leonora Okafor')).toBeVisible();
});

describe('the lists of devices and staff', () => {
  it('get no device with missing values', async () => {
    request = open(['devices']);
    agree(
      'post',
      'data_requests/data-handling-device',
      'You have successfully added a device to your List of Devices',
      open(['devices'], {
        version: 5,
        list_of_devices: [device, { ...device, device_id: 8, equipment_name: 'Server' }],
      }),
    );
    const { user } = renderApp(lists);
    await user.click(await screen.findByRole('button', { name: 'Add device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a device' }));
    await user.click(dialog.getByRole('button', { name: 'Add device' }));
    expect(dialog.getByText('Please enter the Serial Number.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
  });

  it('get a changed device', async () => {
    request = open(['devices']);
    agree(
      'patch',
      'data_requests/patch/data_handling_devices/7',
      'You have successfully updated your List of Devices',
      open(['devices'], {
        version: 5,
        list_of_devices: [{ ...device, equipment_name: 'Server' }],
      }),
    );
    const { user } = renderApp(lists);
    await user.click(await screen.findByRole('button', { name: 'Edit Office laptop' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the device' }));
    const name = dialog.getByRole('textbox', { name: 'Equipment Name' });
    await user.clear(name);
    await user.type(name, 'Server');
    await user.click(dialog.getByRole('button', { name: 'Save and mark as resolved' }));
    expect(await screen.findByRole('button', { name: 'Edit Server' })).toBeVisible();
    expect(sent).toEqual([
      {
        equipment_name: 'Server',
        equipment_type: 1,
        serial_number: 'SN-1',
        used_by: 'Thea Blackwood',
        organisation: 'Halden University',
        usage_from: '2027-02-01',
        usage_to: '2027-06-01',
        request: 11,
        comment_id: 5,
        version: 4,
        resolve: true,
      },
    ]);
  });

  it('get a changed member of staff, who keeps the identification and has to comply', async () => {
    request = open(['staff']);
    agree('patch', 'data_requests/patch/staff_shared/1', 'Saved', request);
    const { user } = renderApp(lists);
    await user.click(await screen.findByRole('button', { name: 'Edit Thea Blackwood' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the staff member' }));
    await user.click(dialog.getByRole('button', { name: 'Save staff member' }));
    expect(dialog.getByText(/^You can't save a person who .* Remove this person/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Yes' }));
    await user.click(dialog.getByRole('button', { name: 'Save staff member' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      confidentiality_protocols: true,
      identification_file_path: null,
      identification_type: 'Passport',
    });
  });

  it('lose a device after a confirmation, and show why the server refuses', async () => {
    request = open(['devices']);
    const queries: string[] = [];
    let refused = true;
    server.use(
      http.patch(url('data_requests/soft_delete/data_handling_devices/7'), ({ request: call }) => {
        queries.push(new URL(call.url).search);
        if (refused) return refuse(409, 'A Data Request needs at least one device.');
        request = open(['devices'], { version: 5, list_of_devices: [] });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp(lists);
    await user.click(await screen.findByRole('button', { name: 'Delete Office laptop' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this device?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete device' }));
    expect(await dialog.findByText('A Data Request needs at least one device.')).toBeVisible();
    refused = false;
    await user.click(dialog.getByRole('button', { name: 'Delete device' }));
    expect(await screen.findByText('You have successfully deleted the device')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Office laptop')).toBeNull());
    expect(queries.at(-1)).toBe('?comment_id=5&version=4&resolve=false');
  });
});

it('lets a Super User edit a denied request', async () => {
  const superUser = makeUser({ assigned_roles: [makeRole('Super User')] });
  server.use(http.get(url('users/detailuser'), () => answer(null, { user: superUser })));
  signInAs('Super User');
  request = open(['dataFormat', 'devices'], { status: 'Denied', is_own: false }, null);
  const { user } = renderApp('/datarequest?request_id=11');
  await user.click(await screen.findByRole('button', { name: 'Edit: Data format requested' }));
  expect(await screen.findByRole('dialog', { name: 'Edit the Data Format' })).toBeVisible();
});
