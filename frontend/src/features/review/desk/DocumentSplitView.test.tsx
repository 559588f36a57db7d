import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestDocument } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answerVariables, makeComment, makeRequest } from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { ReviewScreen } from '../ReviewScreen';

const LETTER = 'requests/4f1d2c.pdf';
const AGREEMENT = 'requests/9be07a.pdf';
const PASSPORT = 'requests/c33e18.png';

const makeDocument = (changes: Partial<RequestDocument>): RequestDocument => ({
  field: 'ethics_doc_path',
  title: 'Ethics Approval Letter',
  path: LETTER,
  mime: 'application/pdf',
  size: 1_200_000,
  uploaded_on: '2026-11-27T09:30:00Z',
  is_protected: false,
  ...changes,
});

const base = makeRequest();
const request = makeRequest({
  ethics_doc_path: LETTER,
  file_path: AGREEMENT,
  list_of_staff: base.list_of_staff.map((member) => ({
    ...member,
    identification_file_path: PASSPORT,
  })),
  documents: [
    makeDocument({}),
    makeDocument({ path: PASSPORT, title: 'Identification', mime: 'image/png' }),
    makeDocument({ path: AGREEMENT, title: 'Data Sharing Agreement' }),
  ],
});

let opened: string[] = [];

beforeEach(() => {
  opened = [];
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
    http.get(url('data_requests/statecomment/list/11'), () =>
      answer([makeComment({ action_required: true })]),
    ),
    http.get(url('data_requests/file_access/:path'), ({ params }) => {
      const path = String(params.path);
      opened.push(path);
      return answer({
        url: `/files/${path}`,
        file_type: path.split('.').pop(),
        reference: 'DAC0011',
        uploaded_on: '2026-11-27T09:30:00Z',
      });
    }),
  );
  signInAs('Data Security Reviewer');
});

afterEach(() => vi.unstubAllGlobals());

/** A window of at least 1200 px in which documents open beside the page. */
const widen = () =>
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      matches: true,
      media,
      addListener: () => {},
      removeListener: () => {},
    }),
  );

const nameOf = (title: string) => `${title} · DAC0011 · 27 November 2026`;

async function open() {
  const { user } = renderPart(<ReviewScreen />, '/datarequest?request_id=11');
  return { user, letter: await screen.findByText(/^Ethics Approval Letter \(/) };
}

/** Returns the pane with the letter. Waits for its title, because a search by role is slow. */
async function shownPane() {
  await screen.findByTitle(nameOf('Ethics Approval Letter'));
  return screen.getByRole('region', { name: nameOf('Ethics Approval Letter') });
}

it('opens a document beside the page, and leads through all documents by their titles', async () => {
  widen();
  const { user, letter } = await open();
  await user.click(letter);
  const pane = within(await shownPane());
  expect(pane.getByRole('button', { name: 'Close the document' })).toHaveFocus();
  expect(letter).toHaveAttribute('aria-pressed', 'true');
  expect(pane.getByText('1 of 3')).toBeVisible();
  expect(pane.getByRole('button', { name: 'Previous document' })).toBeDisabled();

  const next = pane.getByRole('button', { name: 'Next document' });
  await user.click(next);
  const frame = await screen.findByTitle(nameOf('Data Sharing Agreement'));
  expect(frame).toHaveAttribute('src', expect.stringMatching(/^\/files\/requests\/9be07a\.pdf#/));
  // The same button leads on, because the focus stays on it.
  expect(next).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByAltText(nameOf('Passport of Thea Blackwood'))).toBeVisible();
  expect(pane.getByText('3 of 3')).toBeVisible();
  expect(next).toBeDisabled();
  for (const name of ['Open', 'Save']) {
    expect(pane.getByRole('link', { name })).toHaveAttribute('href', `/files/${PASSPORT}`);
  }
  expect(opened).toEqual([LETTER, AGREEMENT, PASSPORT]);

  // The decision is in reach all the time.
  expect(screen.getByText('Approve')).toBeEnabled();
});

it.each(['Escape', 'the button'])('closes by %s, and gives the focus back', async (by) => {
  widen();
  const { user, letter } = await open();
  await user.click(letter);
  const pane = await shownPane();
  if (by === 'Escape') await user.keyboard('{Escape}');
  else await user.click(within(pane).getByRole('button', { name: 'Close the document' }));
  expect(pane).not.toBeInTheDocument();
  expect(letter).toHaveFocus();
});

it('shows the comments below their section while a document is open', async () => {
  widen();
  const { user, letter } = await open();
  const aside = within(await screen.findByRole('complementary'));
  await user.click(
    screen.getByLabelText(/: Is Data Sharing Agreement/, { selector: '[aria-pressed]' }),
  );
  await user.type(aside.getByLabelText('New comment'), 'Page 3 is not signed.');
  await user.click(letter);
  const pane = await shownPane();
  // The comment that is being written stays in sight, below the section that it is about.
  const inline = screen.getByRole('complementary');
  expect(within(inline).getByLabelText('New comment')).toHaveValue('Page 3 is not signed.');
  expect(inline.previousElementSibling).toHaveAttribute('id', 'section-agreement');
  expect(within(pane).getByRole('button', { name: 'Close the document' })).toHaveFocus();

  await user.click(within(inline).getByRole('button', { name: 'Close the comments' }));
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  await user.click(screen.getByText('Show 1 open comment'));
  expect(screen.getByRole('complementary').previousElementSibling).toHaveAttribute(
    'id',
    'section-devices',
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(pane).toBeVisible();
});

it('opens documents in a dialog on narrow screens', async () => {
  const { user, letter } = await open();
  await user.click(letter);
  const dialog = await screen.findByRole('dialog', { name: nameOf('Ethics Approval Letter') });
  await user.click(within(dialog).getByRole('button', { name: 'Next document' }));
  expect(await within(dialog).findByTitle(nameOf('Data Sharing Agreement'))).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Close the document' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(letter).toHaveFocus();
});

it('keeps the shown document if the next one cannot be opened', async () => {
  widen();
  const { user, letter } = await open();
  await user.click(letter);
  await shownPane();
  server.use(
    http.get(url('data_requests/file_access/:path'), () =>
      refuse(404, 'Error accessing the file.', { reason: 'document_not_found' }),
    ),
  );
  await user.click(screen.getByLabelText('Next document'));
  expect(await screen.findByText('Error accessing the file.')).toBeVisible();
  expect(screen.getByTitle(nameOf('Ethics Approval Letter'))).toBeVisible();
  expect(screen.getByText('1 of 3')).toBeVisible();
});
