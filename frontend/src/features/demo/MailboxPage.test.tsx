import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { codeIn } from './code';
import MailboxPage from './MailboxPage';

it('finds the code in a text', () => {
  expect(codeIn('Your code is 042137. It is valid for 5 minutes.')).toBe('042137');
  expect(codeIn('Call +447700900100 about REQ000011x')).toBeUndefined();
});

it('shows the emails with their codes, and filters them by address', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(url('demo/mailbox'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('to'));
      return answer([
        {
          to: 'ines@aditus.example',
          subject: 'Your OTP',
          text: 'The code is 042137.',
          sent_at: '2026-11-20T10:00:00Z',
        },
      ]);
    }),
  );
  renderPart(<MailboxPage />, '/demo/mailbox?to=ines@aditus.example');
  expect(await screen.findByText('042137')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy code 042137' })).toBeVisible();
  expect(asked).toContain('ines@aditus.example');
});

it('does not exist on a server that is not a demonstration', async () => {
  server.use(http.get(url('demo/mailbox'), () => refuse(404, 'Not found')));
  renderPart(<MailboxPage />, '/demo/mailbox');
  expect(await screen.findByRole('heading', { name: '404 Page not found!' })).toBeVisible();
});
