import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditLog } from '@/api/models';
import vectors from '@/testing/evidence.json';
import { pathOfTile, tileOfDecision } from '@/testing/evidenceTile';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import LogPage from './LogPage';

const files = vectors.files as Record<string, string>;
const keys = vectors.keys as Record<string, string>;
const decision = files.decision!;

const log: AuditLog = {
  origin: 'aditus.example/log',
  keys: [
    { verifier_key: keys.trusted!, made_at: '2026-03-01T08:00:00Z', retired_at: null },
    {
      verifier_key: keys.former!,
      made_at: '2026-01-01T08:00:00Z',
      retired_at: '2026-03-01T08:00:00Z',
      retired_size: 3,
    },
  ],
  checkpoint: {
    size: 7,
    root: 'root+of+the+tree=',
    signed_at: '2026-03-05T14:07:32Z',
    note: 'aditus.example/log\n7\nroot+of+the+tree=\n',
  },
  waiting: 2,
};

const serve = (data: AuditLog) => server.use(http.get(url('audit/log'), () => answer(data)));

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  serve(log);
  server.use(
    http.get(url('audit/kinds'), () =>
      answerList([{ kind: 'request.decided', words: 'Decision' }]),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (address: string) => renderPart(<LogPage />, address);
const file = (content: BlobPart, name = 'entry-52.evidence.json') => new File([content], name);
const field = () => screen.findByLabelText<HTMLInputElement>('Evidence file');
const outcome = async (words: string | RegExp) =>
  expect(await screen.findByText(words)).toBeVisible();

it('explains the log to guests, and shows its newest checkpoint and its keys', async () => {
  const { user } = renderApp('/home');
  const footer = await screen.findByRole('contentinfo');
  await user.click(within(footer).getByRole('link', { name: 'Transparency Log' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Transparency log' })).toBeVisible();
  expect(await screen.findByText('7, and 2 on their way')).toBeVisible();
  expect(screen.getByRole('region', { name: 'The checkpoint as it was signed' })).toHaveTextContent(
    'aditus.example/log 7 root+of+the+tree=',
  );
  expect(screen.getByRole('link', { name: 'Download the newest checkpoint' })).toHaveAttribute(
    'href',
    '/log/checkpoint',
  );
  const listed = within(screen.getByRole('list', { name: 'Keys' })).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    `Signs since 01 March 2026${keys.trusted}Copy`,
    `Signed from 01 January 2026 to 01 March 2026, up to 3 entries${keys.former}Copy`,
  ]);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy the key that signs' }));
  expect(copied).toHaveBeenCalledWith(keys.trusted);
  expect(await screen.findByText('Copied: the key that signs.')).toBeVisible();
});

it('shows a text when the log has no entry, and an error when it cannot be read', async () => {
  serve({ origin: null, keys: [], checkpoint: null, waiting: 1 });
  const { unmount } = show('/log');
  expect(await screen.findByText('The log has no entry yet')).toBeVisible();
  expect(screen.getByText('1 entry waits for it. Try again in a moment.')).toBeVisible();
  expect(screen.getByText('The first key is created with the first entry.')).toBeVisible();
  unmount();
  server.use(http.get(url('audit/log'), () => refuse(503, 'The database does not answer')));
  show('/log');
  expect(await screen.findAllByText(/The database does not answer/)).not.toHaveLength(0);
  // The rest of the page is shown.
  expect(
    screen.getByRole('heading', { name: 'What the log proves, and what it does not' }),
  ).toBeVisible();
});

it('checks a file without a call to the server, and shows what it proves', async () => {
  const { user } = show('/log');
  await screen.findByText('7, and 2 on their way');
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => calls.push(request.url));
  await user.upload(await field(), file(decision));
  await outcome('entry-52.evidence.json is valid');
  expect(document.getElementById('evidence-outcome')).toHaveTextContent(
    'It proves: “Decision” is in the log of 7 entries that aditus.example/log signed, at index 4.',
  );
  const checks = within(screen.getByRole('list', { name: 'What was checked' }));
  expect(checks.getAllByTitle('Right')).toHaveLength(8);
  const tree = screen.getByRole('figure', { name: 'The path to the signed root' });
  expect(tree).toHaveTextContent(
    'The entry at index 4 and 3 hashes of other entries lead to the signed root of 7 entries.',
  );
  // Three hashes beside the path, from the root down to the entry.
  const texts = [...tree.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['9799f3…', 'be1578…', '9ff537…', 'Signed root', 'Entry at index 4']);
  expect(screen.getByText(/If you do not trust the server, that is not enough/)).toBeVisible();
  expect(screen.getByText('Decision · Approved · Status Pending · Round 1 · Stage 3 · Version 3'));
  expect(screen.getByText('Account 21, role assignment 7, session 9')).toBeVisible();
  expect(screen.getByText('Data Request 12')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Texts of the entry' })).toHaveTextContent(
    'reason: The purpose is "clear". Nothing is missing.',
  );
  await user.click(screen.getByText('2 texts of the version'));
  expect(screen.getByRole('list', { name: '2 texts of the version' })).toHaveTextContent(
    'list of staff 1, surname: Lakeside',
  );
  expect(calls).toEqual([]);
  server.events.removeAllListeners();
});

it('shows that a passkey confirmed a decision, and the entry about the passkey', async () => {
  const { user } = show('/log');
  await screen.findByText('7, and 2 on their way');
  await user.upload(await field(), file(files.passkey!));
  await outcome('entry-52.evidence.json is valid');
  const checks = screen.getByRole('list', { name: 'What was checked' });
  expect(checks).toHaveTextContent('The passkey of the person signed this decision');
  expect(checks).toHaveTextContent('The passkey was added by the same person before');
  // Keys and signatures are in the entry alone.
  expect(screen.getByText('Passkey 3 · State 85')).toBeVisible();
  await user.click(screen.getByText('The entry about the passkey as it was recorded'));
  const entry = { name: 'The entry about the passkey as it was recorded' };
  expect(screen.getByRole('region', entry)).toHaveTextContent('account.passkey_added');
});

it('names the fault of an altered file', async () => {
  const { user } = show('/log');
  await screen.findByText('7, and 2 on their way');
  await user.upload(await field(), file(decision.replace('Lakeside', 'Hillside')));
  await outcome('entry-52.evidence.json could not be verified');
  expect(
    screen.getByText(
      /^Wrong: The texts are those that entry and version commit to\. Nothing commits to/,
    ),
  ).toBeVisible();
  expect(screen.getByTitle('Wrong')).toBeInTheDocument();
  expect(screen.getByText('The file says this, but it is not proven.')).toBeVisible();
});

it('draws that the path of an altered entry does not lead to the signed root', async () => {
  const { user } = show('/log');
  await screen.findByText('7, and 2 on their way');
  await user.upload(await field(), file(decision.replace('Approved', 'Approvee')));
  await outcome('entry-52.evidence.json could not be verified');
  const tree = screen.getByRole('figure', { name: 'The path to the signed root' });
  expect(tree).toHaveTextContent('Another root was signed');
  expect(tree).toHaveTextContent('do not lead to the signed root of 7 entries.');
});

it('explains clearly why a file is not evidence', async () => {
  const { user } = show('/log');
  const large = file('{}', 'large.json');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  for (const [chosen, words] of [
    [file('', 'empty.json'), /empty\.json is not an evidence file\. The file is empty\./],
    [
      large,
      /large\.json is not an evidence file\. The file has 22 MB\. An evidence file has at most 20 MiB\./,
    ],
    [
      file(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), 'picture.json'),
      /This is a picture\. The name of an evidence file ends in \.evidence\.json\./,
    ],
    [file('%PDF-1.7', 'letter.json'), /This is a PDF\./],
    [file('Dear all', 'words.json'), /It is not JSON: a value was expected at line 1 column 1\./],
    [file('{"format": "aditus.evidence/9"}', 'newer.json'), /The field "entry" is missing\./],
  ] as const) {
    await user.upload(await field(), chosen);
    expect(await screen.findAllByText(words)).not.toHaveLength(0);
  }
});

it('checks with a key that the user enters, regardless of the keys of the server', async () => {
  serve({ ...log, keys: [{ ...log.keys[0]!, verifier_key: keys.former! }] });
  const { user } = show('/log');
  await screen.findByText('7, and 2 on their way');
  await user.upload(await field(), file(decision));
  await outcome('entry-52.evidence.json could not be verified');
  expect(screen.getAllByText(/is not signed by a key that is trusted/)).not.toHaveLength(0);
  await user.click(screen.getByRole('radio', { name: /^A key that I got elsewhere/ }));
  await outcome('Paste the key that you trust.');
  await user.click(screen.getByRole('textbox', { name: 'Key' }));
  await user.paste(` ${keys.trusted!}\n`);
  await outcome('entry-52.evidence.json is valid');
  expect(screen.getByText(/^Checked with the key that you entered/)).toBeVisible();
});

describe('a file signed by a former key', () => {
  /** Retires the key of the decision, whose log has 7 entries, when the log had `size` entries. */
  const retiredAt = (size: number) =>
    serve({
      ...log,
      keys: [
        { verifier_key: keys.former!, made_at: '2026-03-01T08:00:00Z' },
        {
          verifier_key: keys.trusted!,
          made_at: '2026-01-01T08:00:00Z',
          retired_at: '2026-03-01T08:00:00Z',
          retired_size: size,
        },
      ],
    });
  const serveTile = (answer: () => Response | Promise<Response>) =>
    server.use(http.get(`http://localhost:3000/log/tile/${pathOfTile}`, answer));
  const ofTheLog = async () =>
    HttpResponse.arrayBuffer((await tileOfDecision(webcrypto.subtle as SubtleCrypto)).buffer);
  const chosen = async () => {
    const shown = show('/log');
    await screen.findByText('7, and 2 on their way');
    await shown.user.upload(await field(), file(decision));
    return shown;
  };
  const ended = 'It is signed by a former key, retired on 01 March 2026 when the log had';

  it('is valid with a notice if the log begins with its tree', async () => {
    retiredAt(7);
    serveTile(ofTheLog);
    await chosen();
    await outcome('entry-52.evidence.json is valid');
    expect(
      screen.getByText(
        `${ended} 7 entries. The log that this server publishes today begins with what that key signed.`,
      ),
    ).toBeVisible();
    const checks = within(screen.getByRole('list', { name: 'What was checked' }));
    expect(checks.getAllByTitle('Right')).toHaveLength(10);
  });

  it('is valid with a warning if it could not be compared with the log', async () => {
    retiredAt(9);
    serveTile(() => new HttpResponse('The log has no such resource.', { status: 404 }));
    const { unmount } = await chosen();
    await outcome('entry-52.evidence.json is valid');
    const warning = new RegExp(`^${ended} 9 entries\\. The page could not compare it`);
    expect(screen.getByText(warning)).toBeVisible();
    unmount();
    serveTile(() => HttpResponse.error());
    await chosen();
    await outcome(warning);
  });

  it('is refused if the log was smaller, or has other entries', async () => {
    retiredAt(5);
    const { unmount } = await chosen();
    await outcome('entry-52.evidence.json could not be verified');
    const words =
      'It is signed by a key that was retired when the log had 5 entries; this file claims 7.';
    expect(screen.getByText(`Wrong: The key had not been retired by then. ${words}`)).toBeVisible();
    unmount();
    retiredAt(7);
    serveTile(() => HttpResponse.arrayBuffer(new ArrayBuffer(7 * 32)));
    await chosen();
    await outcome(/^Wrong: The log of today begins with what the former key signed\./);
  });

  it('is valid with a warning if the user entered that key', async () => {
    serveTile(ofTheLog);
    for (const [size, words] of [
      [5, 'This file claims 7: if the server is right, it is forged.'],
      [7, 'Anyone who still has the secret of that key can sign such a file. Ask for a new proof'],
    ] as const) {
      retiredAt(size);
      const { user, unmount } = await chosen();
      await user.click(screen.getByRole('radio', { name: /^A key that I got elsewhere/ }));
      await user.click(screen.getByRole('textbox', { name: 'Key' }));
      await user.paste(keys.trusted);
      await outcome('entry-52.evidence.json is valid');
      const told = screen.getByText(/^This server says that the key was retired on 01 March 2026/);
      expect(told).toHaveTextContent(words);
      unmount();
    }
  });
});

it('guides a visitor with a printout, and compares the file with it', async () => {
  const { user } = renderApp('/log?index=4&entry=52&request=12');
  expect(
    await screen.findByText('You come from a letter or printout of entry 52 in the log'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign in to download the proof' }));
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  await user.keyboard('{Escape}');
  await screen.findByText('7, and 2 on their way');
  await user.upload(await field(), file(decision));
  await outcome('It does not contradict the printout that you came from.');
  await user.upload(await field(), file(files['signed twice']!));
  await outcome('The printout names index 4 in the log, and this file proves index 6.');
});

it('offers the download to a signed-in user', async () => {
  signInAs('Data Officer');
  const message = 'This entry does not exist.';
  server.use(http.get(url('audit/entries/52/evidence'), () => refuse(404, message)));
  const { user } = show('/log?entry=52&request=12');
  expect(
    await screen.findByText('You come from a letter or printout of entry 52 in the log'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Data Request 12' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=12',
  );
  await user.click(screen.getByRole('button', { name: 'Download proof' }));
  expect(await screen.findByText(message)).toBeVisible();
});

it('ignores invalid parameters in the address', async () => {
  for (const query of [
    '?index=',
    '?entry=abc',
    '?request=-1',
    '?index=1e9',
    '?entry=99999999999999999999',
    '?x=%',
  ]) {
    const { unmount } = show(`/log${query}`);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText(/^You come from/)).toBeNull();
    unmount();
  }
});

it('shows a text if the browser cannot check', async () => {
  vi.stubGlobal('crypto', {});
  const { user, unmount } = show('/log');
  expect(await screen.findByText(/was loaded without encryption/)).toBeVisible();
  expect(screen.getByText('aditus audit check FILE --key KEY')).toBeVisible();
  await user.upload(await field(), file(decision));
  await outcome('This browser cannot check the file.');
  unmount();
  vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('unknown')) } });
  show('/log');
  await waitFor(() => expect(screen.getByText(/does not support Ed25519/)).toBeVisible());
});
