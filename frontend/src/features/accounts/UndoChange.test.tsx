import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';

const token = 'a'.repeat(64);

async function open() {
  const { user } = renderApp(`/forgotPassword#takeBack=${token}`);
  const button = await screen.findByRole('button', { name: 'Undo this change' });
  return { click: () => user.click(button), user };
}

it('changes nothing before the button is clicked, and then leads to a new password', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(url('users/take-back'), async ({ request }) => {
      sent.push(await request.json());
      return answer({ email: true, needs_password: true });
    }),
  );
  const { click, user } = await open();
  expect(sent).toEqual([]);
  await click();
  expect(await screen.findByRole('heading', { name: 'The change was undone' })).toBeVisible();
  expect(sent).toEqual([{ token }]);
  await user.click(screen.getByRole('link', { name: 'Choose a new password' }));
  expect(await screen.findByRole('heading', { name: 'Forgot Password' })).toBeVisible();
});

it('reports that a link was used already', async () => {
  const words = 'This link has expired or was already used. It works once, within 7 days.';
  server.use(http.post(url('users/take-back'), () => refuse(404, words)));
  const { click } = await open();
  await click();
  expect(await screen.findByText(words)).toBeVisible();
});
