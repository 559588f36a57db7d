import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { closeAccountDialog } from '@/lib/accountDialog';
import { HeldDrafts } from '@/testing/drafts';
import { makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { emptyDraft } from './draft';
import { contentOf } from './draftContent';

let held = new HeldDrafts();

beforeEach(() => {
  localStorage.clear();
  const details = {
    ...emptyDraft.details,
    needed_on: dayjs().add(30, 'day').format('YYYY-MM-DD'),
  };
  held = new HeldDrafts();
  held.put(3, contentOf({ ...emptyDraft, details, reached: 7 }, new Map(), null, []));
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/equipment-type'), () =>
      answer([{ equipment_type_id: 1, equipment_type: 'Computer' }]),
    ),
  );
  signInAs('Data Requester');
});

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const path = '/requester/submitrequest?draft=3&step=devices-staff';
/** The input of a field, by the name of the field. */
const inputOf = (name: string) => document.querySelector<HTMLInputElement>(`[id$='-${name}']`)!;
/** Types a day, once the calendar of the field is loaded. */
async function typeDate(name: string, days: number) {
  const field = () => inputOf(name);
  await waitFor(() => expect(field()).toBeEnabled());
  fireEvent.change(field(), {
    target: { value: dayjs().add(days, 'day').format('DD MMMM YYYY') },
  });
}

it('adds a device after showing its errors, edits it and deletes it', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a device' });
  expect(inputOf('usage_to')).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  expect(await within(dialog).findByText('Equipment Name is required.')).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByText('Please enter the Equipment Type Info.')).toHaveLength(2),
  );
  fill(within(dialog).getByLabelText(/Equipment Name/), 'Laptop');
  await user.click(within(dialog).getByLabelText(/Equipment Type/));
  await user.click(await screen.findByRole('option', { name: 'Computer' }));
  fill(within(dialog).getByLabelText(/Serial Number/), 'S1');
  fill(within(dialog).getByLabelText(/Used By/), 'Naledi');
  fill(within(dialog).getByLabelText(/Organisation/), 'University');
  await typeDate('usage_from', 31);
  await typeDate('usage_to', 31);
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  expect(
    (await screen.findAllByText('Usage To must be greater than Usage From.')).length,
  ).toBeGreaterThan(0);
  await typeDate('usage_to', 34);
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  expect(
    await screen.findByText('You have successfully added a device to your List of Devices'),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Edit Laptop' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit the device' });
  fill(within(edit).getByLabelText(/Equipment Name/), 'Laptop 2');
  await user.click(within(edit).getByRole('button', { name: 'Save device' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Laptop 2' }));
  await user.click(await screen.findByRole('button', { name: 'Delete device' }));
  expect(await screen.findByText('You have successfully deleted the device')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Laptop 2')).not.toBeInTheDocument());
});

it('adds a member of staff with an identification', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Add staff member' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a staff member' });
  const save = within(dialog).getByRole('button', { name: 'Add staff member' });
  await user.click(save);
  expect(await within(dialog).findByText('First Name is required.')).toBeVisible();
  expect(within(dialog).getByText('Confidentiality Protocols Status is required.')).toBeVisible();
  expect(await screen.findByText("Please enter the Staff's First Name.")).toBeVisible();
  expect(within(dialog).getByLabelText(/First Name/)).toHaveFocus();
  fill(within(dialog).getByLabelText(/First Name/), 'Naledi');
  fill(within(dialog).getByLabelText(/Surname/), 'Okafor');
  fill(within(dialog).getByLabelText(/Phone Number/), '+1 (555) 0111');
  expect(within(dialog).getByLabelText(/Phone Number/)).toHaveValue('+15550111');
  fill(within(dialog).getByLabelText(/Email/), 'naledi@university.example');
  fill(within(dialog).getByLabelText(/Position/), 'Epidemiologist');
  await user.click(within(dialog).getByRole('radio', { name: 'National ID' }));
  expect(await within(dialog).findByText('Please upload the National ID')).toBeVisible();
  fill(within(dialog).getByLabelText(/Identification Number/), 'N1');
  const input = inputOf('identification_file_path');
  fireEvent.change(input, {
    target: { files: [new File(['x'], 'a.txt', { type: 'text/plain' })] },
  });
  expect(
    await within(dialog).findByText(/^Invalid file type. Please upload a PDF or image file./),
  ).toBeVisible();
  fireEvent.change(input, {
    target: { files: [new File(['%PDF-'], 'id.pdf', { type: 'application/pdf' })] },
  });
  expect(await within(dialog).findByRole('button', { name: 'Remove id.pdf' })).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'No' }));
  expect(within(dialog).getByText('Reviewers see this answer as a warning.')).toBeVisible();
  await user.click(save);
  expect(await screen.findByText('Staff Created')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Edit Naledi Okafor' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit Naledi Okafor' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit the staff member' });
  expect(within(edit).getByText('id.pdf')).toBeVisible();
  await waitFor(() =>
    expect(held.drafts.get(3)?.content.list_of_staff?.[0]).toMatchObject({
      surname: 'Okafor',
      identification_file_path: { file_id: 40 },
    }),
  );
});

it('shows while the user types that a person or device is already in the list', async () => {
  const member = {
    local_id: 's',
    first_name: 'Kofi',
    surname: 'Adu',
    phone: '+15550111',
    email: 'kofi@university.example',
    identification_type: 'Passport',
    identification_number: 'P-1',
    position_in_organisation: 'Analyst',
    confidentiality_protocols: true,
  } as const;
  const device = {
    local_id: 'd',
    equipment_name: 'Laptop',
    equipment_type: 1,
    serial_number: 'SN-1',
    used_by: 'Kofi Adu',
    organisation: 'University',
    usage_from: '',
    usage_to: '',
  };
  const lists = { devices: [device], staff: [member] };
  held.put(3, contentOf({ ...emptyDraft, ...lists, reached: 7 }, new Map(), null, []));
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Add staff member' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a staff member' });
  fill(within(dialog).getByLabelText(/Identification Number/), 'p1');
  const told = 'Kofi Adu has the same identification number and is in the list already.';
  expect(within(dialog).getByText(told)).toBeVisible();
  fill(within(dialog).getByLabelText(/Email/), 'Naledi.Okafor@university.example');
  expect(within(dialog).getByText(`${told} This is the requester.`)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Edit Laptop' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit the device' });
  expect(within(edit).queryByText(/in the list already/)).not.toBeInTheDocument();
});

it('restores the input of an open form after a new sign-in, at another address of the draft', async () => {
  const { user, unmount } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a device' });
  fill(within(dialog).getByLabelText(/Serial Number/), 'SN-7');
  act(() => session.lose());
  unmount();

  // Closed by the sign-in dialog on success.
  closeAccountDialog();
  signInAs('Data Requester');
  renderApp('/requester/submitrequest?step=devices-staff&draft=3');
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const again = await screen.findByRole('dialog', { name: 'Add a device' });
  expect(within(again).getByLabelText(/Serial Number/)).toHaveValue('SN-7');
});

it('uploads an identification when it is chosen, and again after a failure', async () => {
  const sent: string[] = [];
  let answered = false;
  server.use(
    http.post(url('data_requests/drafts/:id/files'), () => {
      sent.push('file');
      if (sent.length === 1) return HttpResponse.error();
      if (sent.length === 2) {
        const message = 'The Identification is encrypted.';
        return refuse(415, message, { errors: { file: [message] } });
      }
      answered = true;
      return undefined;
    }),
    http.get('http://localhost:3000/', () => HttpResponse.html('<!doctype html>')),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Add staff member' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a staff member' });
  await user.click(within(dialog).getByRole('radio', { name: 'Passport' }));
  const input = inputOf('identification_file_path');
  const pdf = new File(['%PDF-'], 'id.pdf', { type: 'application/pdf' });
  fireEvent.change(input, { target: { files: [pdf] } });
  await user.click(await within(dialog).findByRole('button', { name: 'Try again: Passport' }));
  expect(await within(dialog).findByText('The Identification is encrypted.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
  fireEvent.change(input, { target: { files: [pdf] } });
  expect(await within(dialog).findByRole('button', { name: 'Remove id.pdf' })).toBeVisible();
  expect(answered).toBe(true);
});
