import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDraft } from '@/features/requests/wizard/draft';
import { contentOf } from '@/features/requests/wizard/draftContent';
import { keepTranslatedTexts } from '@/lib/translatedTexts';
import { HeldDrafts } from '@/testing/drafts';
import { makeSource, makeUser, makeVariable } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, server, url } from '@/testing/server';
import { translatePage } from '@/testing/translated';

let ends: (() => void)[] = [];

beforeEach(() => {
  ends = [keepTranslatedTexts(), translatePage('at once', (text) => `${text}\u200b`)];
  server.use(http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })));
});
afterEach(() => {
  for (const end of ends) end();
  expect(document.body).not.toHaveTextContent('This page could not be shown');
});

/** The text content of the page before it is translated. */
const shown = () => document.body.textContent.replaceAll('\u200b', '');
const shows = (words: string | RegExp) => waitFor(() => expect(shown()).toMatch(words));
const press = async (name: RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

it('searches, pages and picks in a dictionary translated by the browser', async () => {
  server.use(
    http.get(url('data_dictionary/data_sources'), () => answerList([makeSource()])),
    http.get(url('data_dictionary/tables'), () => answerList([])),
    http.get(url('data_dictionary/data_dictionary'), ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const hits = asked.get('search') ? ['birth'] : [];
      return answerList(
        [
          makeVariable({ var_id: Number(asked.get('page')), hits }),
          makeVariable({ var_id: 50, var_name: 'sex', hits }),
        ],
        asked.get('search') ? 2 : 41,
      );
    }),
  );
  renderApp('/datatable/1');
  await shows(/41 variables/);
  await shows(/1–20 of 41/);
  await press(/next page/);
  await shows(/21–40 of 41/);
  fireEvent.change(screen.getByLabelText(/Keyword/), { target: { value: 'birth' } });
  await shows(/2 variables/);
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent('birth'));
  fireEvent.click(screen.getByRole('checkbox', { name: /birth_date/ }));
  await shows('1 selected');
  fireEvent.click(screen.getByRole('checkbox', { name: /sex/ }));
  await shows('2 selected');
  fireEvent.change(screen.getByLabelText(/Keyword/), { target: { value: '' } });
  await shows(/41 variables/);
  await waitFor(() => expect(document.querySelector('mark')).toBeNull());
});

it('shows errors, saves and deletes in a wizard translated by the browser', async () => {
  const held = new HeldDrafts();
  const details = {
    ...emptyDraft.details,
    needed_on: dayjs().add(30, 'day').format('YYYY-MM-DD'),
  };
  const device = {
    equipment_name: 'Laptop',
    equipment_type: 1,
    serial_number: 'S1',
    used_by: 'Naledi',
    organisation: 'University',
    usage_from: '',
    usage_to: '',
  };
  const devices = ['a', 'b'].map((local_id) => ({ ...device, local_id }));
  held.put(3, contentOf({ ...emptyDraft, details, devices, reached: 7 }, new Map(), null, []));
  server.use(
    ...held.handlers,
    http.get(url('data_requests/equipment-type'), () => answer([])),
  );
  signInAs('Data Requester');
  renderApp('/requester/submitrequest?draft=3&step=devices-staff');
  await shows(/Saved/);
  await press(/Add staff member/);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: /Add staff member/ }));
  await shows('First Name is required.');
  fireEvent.click(within(dialog).getByRole('button', { name: /Cancel/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  for (const left of [1, 0]) {
    fireEvent.click((await screen.findAllByRole('button', { name: /Delete Laptop/ }))[0]!);
    await press(/Delete device/);
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: /Delete Laptop/ })).toHaveLength(left),
    );
  }
  await shows('No devices yet.');
  await waitFor(() => expect(held.saves.at(-1)?.list_of_devices ?? []).toEqual([]));
  await shows(/NextSaved/);
});
