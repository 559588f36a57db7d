import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { PlatformFigures } from './PlatformFigures';

beforeEach(() => signInAs('Super User'));

async function cards(figures: object) {
  server.use(http.get(url('data_requests/figures'), () => answer(figures)));
  const { unmount } = renderPart(<PlatformFigures />);
  await screen.findByText('5');
  const texts = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  unmount();
  return texts;
}

it('shows the figures of the platform', async () => {
  expect(await cards({ waiting: 14, oldest_days: 41, usual_days: 1, sources: 5 })).toEqual([
    'Waiting14requests without a final decision',
    'Oldest41 dayssince it was submitted',
    'Usual time1 dayto a decision: median of the latest 20',
    'Data sources5published',
  ]);
});

it('shows no days where none are known, and names days below one', async () => {
  expect(await cards({ waiting: 0, oldest_days: null, usual_days: null, sources: 5 })).toEqual([
    'Waiting0requests without a final decision',
    'Oldest–no request is waiting',
    'Usual time–known after five decisions',
    'Data sources5published',
  ]);
  const [, oldest, usual] = await cards({
    waiting: 1,
    oldest_days: 0,
    usual_days: 0,
    sources: 5,
  });
  expect(oldest).toBe('OldestTodaysince it was submitted');
  expect(usual).toBe('Usual timeUnder 1 dayto a decision: median of the latest 20');
});
