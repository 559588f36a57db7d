import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { makeEntry } from '@/testing/auditFactories';
import { catchDownloads } from '@/testing/downloads';
import { renderPart, signInAs } from '@/testing/render';
import { refuse, server, url } from '@/testing/server';
import { Proof } from './Proof';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('tells the place in the log and downloads the evidence', async () => {
  const saved = catchDownloads();
  signInAs('Super User');
  server.use(
    http.get(
      url('audit/entries/51/evidence'),
      () => new HttpResponse('{}', { headers: { 'content-type': 'application/json' } }),
    ),
  );
  const { user } = renderPart(<Proof entry={makeEntry(51)} />);
  expect(screen.getByText('No. 50 in the log')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Download proof: Comment, / }));
  await waitFor(() => expect(saved).toEqual(['entry-51.evidence.json']));
});

it('says why there is no evidence', async () => {
  signInAs('Super User');
  const message = 'This entry is not in the transparency log yet. Try again in a moment.';
  server.use(http.get(url('audit/entries/51/evidence'), () => refuse(409, message)));
  const { user } = renderPart(<Proof entry={makeEntry(51)} />);
  await user.click(screen.getByRole('button', { name: /^Download proof/ }));
  expect(await screen.findByText(message)).toBeVisible();
});

it('offers no evidence of what waits for the log, or is not for the reader', () => {
  const { unmount } = renderPart(
    <Proof entry={makeEntry(51, { log_index: null, has_evidence: false })} />,
  );
  expect(screen.getByText('Not in the log yet')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  renderPart(<Proof entry={makeEntry(51, { has_evidence: false })} />);
  expect(screen.getByText('No. 50 in the log')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
