import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { setClicksCounted } from '@/lib/clickConsent';
import { forgetVisitor, visitorId } from './visitor';
import { visit } from '@/lib/visits';
import { makeProcedure } from '@/testing/procedureFactories';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';
import ClickTracking from './ClickTracking';

const uuid = '5f0c1b9e-7d0a-4a64-9d5f-0d8d6f1a2b3c';

afterEach(() => {
  vi.restoreAllMocks();
  forgetVisitor();
  setClicksCounted(false);
  visit.begin(null);
  localStorage.clear();
});

/** Serves click counting, and returns the recorded batches. */
function counting() {
  const sent: Record<string, unknown>[][] = [];
  server.use(
    http.get(url('users/generate-uuid'), () => answer({ uuid, tracking: true }, { uuid })),
    http.post(url('users/track'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>[]);
      return answer(null);
    }),
  );
  return sent;
}

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
  vi.restoreAllMocks();
}

const question = () => screen.findByRole('region', { name: 'Can we collect usage statistics?' });

it('shows and stores nothing if the server does not count clicks', async () => {
  document.cookie = `aditus_visitor=${uuid}`;
  const asked = vi.fn(() => answer({ uuid, tracking: false }, { uuid }));
  server.use(http.get(url('users/generate-uuid'), asked));
  renderApp('/contact-us');
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await waitFor(() => expect(visitorId()).toBeUndefined());
  expect(screen.queryByText('Can we collect usage statistics?')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Click tracking' })).not.toBeInTheDocument();
});

it('counts nothing before the consent, and sends when the page is hidden', async () => {
  const sent = counting();
  const { user } = renderApp('/contact-us');
  await question();
  await user.click(screen.getByRole('button', { name: 'Use dark colours' }));
  hide();
  expect(visitorId()).toBeUndefined();
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Agree' }));
  expect(visitorId()).toBe(uuid);
  expect(screen.queryByText('Can we collect usage statistics?')).not.toBeInTheDocument();
  await user.click(screen.getAllByRole('link', { name: 'Contact Us' })[0]!);
  await user.click(screen.getByRole('main'));
  expect(sent).toEqual([]);
  hide();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    {
      cookie_id: uuid,
      done_at: expect.any(String) as string,
      action: 'navigation',
      page: '/contact-us',
      object: 'Guest: Contact Us',
    },
    {
      cookie_id: uuid,
      done_at: expect.any(String) as string,
      action: 'click',
      page: '/',
      object: 'Guest: /contact-us',
    },
  ]);
  hide();
  expect(sent).toHaveLength(1);
});

it('records no names of people from rows and lists', async () => {
  document.cookie = `aditus_visitor=${uuid}`;
  const sent = counting();
  renderPart(
    <>
      <ClickTracking />
      <ul>
        <li>
          <button aria-label="Grant Admin to Amara Linwood">Grant</button>
        </li>
      </ul>
      <button aria-label="Open the request of Amara Linwood">Open</button>
    </>,
  );
  const click = () => {
    fireEvent.click(screen.getByRole('button', { name: /Open/ }));
    fireEvent.click(screen.getByRole('button', { name: /Grant/ }));
  };
  // Clicks are counted once the consent is known.
  await waitFor(() => {
    click();
    hide();
    expect(sent).not.toEqual([]);
  });
  expect(sent[0]).toMatchObject([{ object: 'Guest: Open' }, { object: 'Guest: button' }]);
});

it('records opened screens with the name of the role', async () => {
  document.cookie = `aditus_visitor=${uuid}`;
  const sent = counting();
  const procedure = makeProcedure({ approval_procedure_id: 4 });
  server.use(
    http.get(url('data_requests/approval_procedures'), () => answerList([procedure])),
    http.get(url('data_requests/approval_procedures/:id'), () => answer(procedure)),
    http.get(url('data_requests/stage'), () => answerList([])),
    http.get(url('data_requests/next_stage'), () => answerList([])),
    http.get(url('data_dictionary/data_source'), () => answerList([])),
  );
  signInAs('Super User');
  const { user } = renderApp('/superuser/approval_procedure/4');
  await screen.findByRole('button', { name: 'Click tracking' });
  await user.click(await screen.findByRole('link', { name: 'Manage Data Dictionary' }));
  await screen.findByRole('heading', { name: 'Manage Data Dictionary' });
  hide();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.filter((record) => record.action === 'navigation')).toEqual([
    expect.objectContaining({
      page: '/superuser/approval_procedure/#',
      object: 'Super User: View Approval Procedure',
    }),
    expect.objectContaining({
      page: '/superuser/data_dictionary',
      object: 'Super User: Manage Data Dictionary',
    }),
  ]);
});

it('continues at the next visit without asking again', async () => {
  document.cookie = `aditus_visitor=${uuid}`;
  const sent = counting();
  const { user } = renderApp('/contact-us');
  await screen.findByRole('button', { name: 'Click tracking' });
  await user.click(screen.getByRole('button', { name: /Use (dark|light) colours/ }));
  hide();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText('Can we collect usage statistics?')).not.toBeInTheDocument();
});

it('remembers a refusal, and lets the visitor change it', async () => {
  const sent = counting();
  const { user } = renderApp('/contact-us');
  await question();
  await user.click(screen.getByRole('button', { name: 'No thanks' }));
  await user.click(screen.getByRole('button', { name: /Use (dark|light) colours/ }));
  hide();
  expect(visitorId()).toBeUndefined();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Click tracking' }));
  expect(await question()).toBeVisible();
});

it('keeps records that could not be sent for the next time', async () => {
  document.cookie = `aditus_visitor=${uuid}`;
  const sent = counting();
  let tries = 0;
  server.use(
    http.post(
      url('users/track'),
      () => {
        tries += 1;
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  const { user } = renderApp('/contact-us');
  await screen.findByRole('button', { name: 'Click tracking' });
  await user.click(screen.getByRole('button', { name: /Use (dark|light) colours/ }));
  hide();
  await waitFor(() => expect(tries).toBe(1));
  await waitFor(() => {
    hide();
    expect(sent).toHaveLength(1);
  });
});
