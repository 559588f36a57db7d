import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { HeldDrafts } from '@/testing/drafts';
import { signInAs } from '@/testing/render';
import { server, url } from '@/testing/server';
import { emptyDraft } from './draft';
import { contentOf } from './draftContent';
import { draftOf } from './draftEffects';

vi.mock('./draftDelays', () => ({ SAVE_DEBOUNCE_MS: 40, LOCAL_DEBOUNCE_MS: 10, RETRY_MS: 80 }));

const USER = 7;
const DRAFT = 3;
const withTitle = (title: string) => ({ details: { ...emptyDraft.details, title } });
const localDraftText = () => localStorage.getItem(`aditus.kept.${USER}.requestDraft.${DRAFT}`);
let held = new HeldDrafts();

async function openDraft() {
  const store = draftOf(USER, DRAFT);
  await waitFor(() => expect(store.get().phase).toBe('ready'));
  return store;
}

beforeEach(() => {
  localStorage.clear();
  held = new HeldDrafts();
  held.put(DRAFT, contentOf({ ...emptyDraft, ...withTitle('Malaria') }, new Map(), null, []));
  server.use(...held.handlers);
  signInAs('Data Requester');
});

it('saves changes made during a save after that save', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let saves = 0;
  server.use(
    http.put(url('data_requests/drafts/:id'), async () => {
      saves += 1;
      if (saves === 1) await released;
    }),
  );
  const store = await openDraft();
  store.change(withTitle('Malaria after'));
  await waitFor(() => expect(saves).toBe(1));
  store.change(withTitle('Malaria after the rains'));
  expect(store.get().saved).toBe('scheduled');
  const isSaved = store.saveAll();
  expect(saves).toBe(1);
  release();
  expect(await isSaved).toBe(true);
  expect(held.saves.map(({ title }) => title)).toEqual([
    'Malaria after',
    'Malaria after the rains',
  ]);
  expect(store.get()).toMatchObject({ saved: 'saved', conflict: null });
});

it('retries a lost save after a delay', async () => {
  let saves = 0;
  server.use(
    http.put(url('data_requests/drafts/:id'), () => {
      saves += 1;
      return saves < 3 ? HttpResponse.error() : undefined;
    }),
  );
  const store = await openDraft();
  store.change(withTitle('Typed in the train'));
  await waitFor(() => expect(store.get().saved).toBe('offline'));
  expect(localDraftText()).toContain('Typed in the train');
  await waitFor(() => expect(held.titleOf(DRAFT)).toBe('Typed in the train'));
  expect(saves).toBe(3);
  await waitFor(() => expect(localDraftText()).toBeNull());
});

it('keeps unsaved changes on the device when it is closed, and saves nothing more', async () => {
  const store = await openDraft();
  store.change(withTitle('The last word'));
  store.close();
  expect(localDraftText()).toContain('The last word');
  expect(await store.saveAll()).toBe(false);
  const again = draftOf(USER, null);
  again.close();
  expect(held.saves).toEqual([]);
});

it('removes a file from the server once the draft is saved without it', async () => {
  const store = await openDraft();
  const letter = { file_id: 21, name: 'a.pdf', mime: 'application/pdf', size: 5 };
  store.setFile('file_path', letter);
  expect(await store.saveAll()).toBe(true);
  store.setFile('file_path', null);
  expect(held.removed).toEqual([]);
  await waitFor(() => expect(held.removed).toEqual([21]));
});
