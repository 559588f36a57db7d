import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { withTabLock } from '@/lib/tabLock';
import {
  onLocalCopyChange,
  deleteLocalCopies,
  deleteExpiredCopies,
  keepLocalCopy,
  readLocalCopy,
  broadcast,
  unsavedChanges,
  unsavedDrafts,
} from '@/lib/localCopies';
import { isText } from '@/lib/shape';
import { dropUnless, followRefusals, readStored, store } from '@/lib/stored';
import { variableSelection } from '@/lib/variableSelection';
import { HeldDrafts } from '@/testing/drafts';
import { makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { dropUnknownColours } from './colourStorage';

const denied = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = {
  getItem: () => null,
  removeItem: () => undefined,
  clear: () => undefined,
  setItem: () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  },
};

/** The ways in which a browser refuses to store data. */
const refusals = {
  'storage is forbidden': new Proxy({}, { get: denied, ownKeys: denied }),
  'there is no storage': undefined,
  'storage is full': full,
};

// The modules are shared, so a refusal in one test must not be reported in the next.
afterEach(() => followRefusals(() => undefined)());

function refuseToStore(storage: unknown) {
  for (const place of ['localStorage', 'sessionStorage']) vi.stubGlobal(place, storage);
}

describe.each(Object.entries(refusals))('when %s', (_, storage) => {
  it('stores nothing and throws nothing', () => {
    refuseToStore(storage);
    const onRefusal = vi.fn();
    const end = followRefusals(onRefusal);
    expect(readStored('localStorage', 'a', isText)).toBeUndefined();
    expect(store('sessionStorage', 'a', undefined)).toBe(storage === full);
    expect(onRefusal).not.toHaveBeenCalled();
    expect(store('sessionStorage', 'a', 'text')).toBe(false);
    expect(keepLocalCopy(7, 'words', 'text')).toBe(false);
    expect(onRefusal).toHaveBeenCalledOnce();
    end();
    expect(readLocalCopy(7, 'words', isText)).toBeUndefined();
    expect(unsavedDrafts(7)).toEqual([]);
    expect(unsavedChanges(7)).toEqual([]);
    onLocalCopyChange(7, 'words', () => undefined)();
    broadcast(7, 'words');
    deleteLocalCopies(7);
    deleteExpiredCopies();
    dropUnless('localStorage', 'a', /b/);
    dropUnknownColours();
  });

  it('keeps the session and picks until a reload', () => {
    refuseToStore(storage);
    signInAs('Data Requester');
    expect(session.get()?.role?.role).toBe('Data Requester');
    variableSelection.open(3);
    expect(variableSelection.dataSourceId()).toBe(3);
  });
});

it('runs an action without a lock when locks are refused', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await expect(withTabLock('drafts', () => Promise.resolve('done'))).resolves.toBe('done');
  expect(request).toHaveBeenCalledOnce();
});

it('saves a draft on the server, and warns that a reload loses other data', async () => {
  refuseToStore(refusals['storage is forbidden']);
  const held = new HeldDrafts();
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/irb'), () => answer([])),
  );
  signInAs('Data Requester');
  renderApp('/requester/submitrequest?step=study');
  expect(
    await screen.findByText(/This browser cannot store any more data for this site/),
  ).toBeVisible();
  fireEvent.change(await screen.findByLabelText(/Data Request Title/), {
    target: { value: 'Malaria in the lowlands' },
  });
  await waitFor(() => expect(held.saves.at(-1)?.title).toBe('Malaria in the lowlands'));
  expect(await screen.findByText('Saved')).toBeVisible();
});
