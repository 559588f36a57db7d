import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LetterTemplate } from '@/api/models';
import { makeProcedure } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, stale, url } from '@/testing/server';
import TemplateTab from './TemplateTab';

const path = url('data_requests/approval_procedures/5/letter');
const sent: unknown[] = [];
const previewed: { heading: string; body: string }[] = [];
let stored: LetterTemplate;

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  previewed.length = 0;
  stored = {
    heading: 'Approval',
    body: 'Dear all',
    is_standard: true,
    placeholders: [
      { placeholder: '{{request_title}}', description: 'The title of the request' },
      { placeholder: '{{provider}}', description: 'The organisation that provides the data' },
    ],
    row_version: 1,
  };
  signInAs('Super User');
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:letter', revokeObjectURL: () => undefined }),
  );
  server.use(
    http.get(path, () => answer(stored)),
    http.post(`${path}/preview`, async ({ request }) => {
      const body = (await request.json()) as { heading: string; body: string };
      previewed.push(body);
      if (body.body.includes('{{salary}}')) {
        return refuse(400, 'There is no such placeholder.', {
          reason: 'invalid_fields',
          errors: { body: ['Line 1: there is no such placeholder.'] },
        });
      }
      return new HttpResponse('%PDF', {
        headers: { 'content-type': 'application/pdf' },
      });
    }),
    http.put(path, async ({ request }) => {
      const input = (await request.json()) as { heading: string; body: string };
      sent.push(input);
      stored = { ...stored, ...input, is_standard: false, row_version: stored.row_version + 1 };
      return answer(null, { message: 'Successfully updated the approval template' });
    }),
    http.delete(path, () => {
      stored = {
        ...stored,
        heading: 'Approval',
        body: 'Dear all',
        is_standard: true,
        row_version: 9,
      };
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = () => renderPart(<TemplateTab procedure={makeProcedure()} />);
const body = () => screen.findByRole('textbox', { name: /Body/ });

it('inserts a placeholder at the caret, previews the letter, and saves', async () => {
  const { user } = open();
  expect(await screen.findByTitle('Preview of the letter')).toBeInTheDocument();
  const field = await body();
  await user.click(field);
  (field as HTMLTextAreaElement).setSelectionRange(5, 8);
  await user.click(screen.getByRole('button', { name: 'The title of the request' }));
  expect(field).toHaveValue('Dear {{request_title}}');
  await waitFor(() => expect(previewed.at(-1)?.body).toBe('Dear {{request_title}}'));
  await user.click(screen.getByRole('button', { name: 'Save the template' }));
  expect(await screen.findByText('Successfully updated the approval template')).toBeVisible();
  expect(sent).toEqual([{ heading: 'Approval', body: 'Dear {{request_title}}', row_version: 1 }]);

  await user.click(await screen.findByRole('button', { name: 'Use the standard template' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Use the standard template' }));
  await waitFor(async () => expect(await body()).toHaveValue('Dear all'));
});

it('shows an unknown placeholder at its field while it is typed', async () => {
  const { user } = open();
  const field = await body();
  await user.clear(field);
  await user.click(field);
  await user.paste('Earns {{salary}}');
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription('Line 1: there is no such placeholder.'),
  );
  await user.type(field, ' or not');
  expect(field).not.toHaveAccessibleDescription(/no such placeholder/);
});

it('keeps unsaved changes over a reload, and asks when another user has saved the template', async () => {
  const first = open();
  await first.user.type(await body(), ', hello');
  first.unmount();
  server.use(http.put(path, () => stale()));
  const { user } = open();
  expect(await body()).toHaveValue('Dear all, hello');
  stored = { ...stored, body: 'Dear nobody', row_version: 2 };
  await user.click(screen.getByRole('button', { name: 'Save the template' }));
  const differences = await screen.findByRole('list', { name: 'Differences' });
  expect(differences).toHaveTextContent(
    'BodyMy version: Dear all, helloSaved version: Dear nobody',
  );
  await user.click(screen.getByRole('button', { name: 'Use the saved version' }));
  expect(await body()).toHaveValue('Dear nobody');
});
