import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp, renderPart } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import LandingPage from './LandingPage';

const figures = { sources: 5, variables: 1419, requests: 1, usual_days: 8 };

/** Returns the figures as "number label", once the landing page shows them. */
async function shownFigures() {
  await screen.findByRole('link', { name: 'Open the transparency log' });
  const labels = await screen.findAllByRole('term');
  return labels.map((label) => `${label.nextSibling?.textContent} ${label.textContent}`);
}

it('searches all dictionaries', async () => {
  const { user } = renderPart(<LandingPage />, '/home');
  await user.type(screen.getByLabelText('Which data are you looking for?'), 'birth weight{Enter}');
  expect(screen.getByTestId('location')).toHaveTextContent('/datasource?search=birth+weight');
});

it('shows the figures of the installation', async () => {
  server.use(http.get(url('figures'), () => answer(figures)));
  renderApp('/home');
  expect(await shownFigures()).toEqual([
    '5 data sources',
    '1,419 variables to search',
    '1 request so far',
    '8 days median time to a decision',
  ]);
});

it('leaves out counts of 0 and an unknown time', async () => {
  server.use(http.get(url('figures'), () => answer({ ...figures, requests: 0, usual_days: null })));
  renderApp('/home');
  expect(await shownFigures()).toEqual(['5 data sources', '1,419 variables to search']);
});

it('leads to the transparency log even without figures', async () => {
  server.use(http.get(url('figures'), () => refuse(503, 'Please try again.')));
  renderApp('/home');
  const log = await screen.findByRole('region', {
    name: 'Every decision can be checked by anyone',
  });
  expect(within(log).getByRole('link', { name: 'Open the transparency log' })).toHaveAttribute(
    'href',
    '/log',
  );
  expect(screen.queryAllByRole('term')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Get Started' })).toBeVisible();
});

it('explains the product on the About page, with the same figures', async () => {
  server.use(http.get(url('figures'), () => answer(figures)));
  renderApp('/about-aditus');
  expect(await shownFigures()).toContain('8 days median time to a decision');
  const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Before you ask',
    'While it is decided',
    'Afterwards',
    'Every decision can be checked by anyone',
  ]);
});
