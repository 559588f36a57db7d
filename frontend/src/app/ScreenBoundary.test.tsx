import { act, screen } from '@testing-library/react';
import { Link, useLocation } from 'react-router';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { connection } from '@/api/connection';
import { renderPart } from '@/testing/render';
import { server } from '@/testing/server';
import { lazyPart } from '@/lib/lazyPart';
import { ScreenBoundary } from './ScreenBoundary';
import { WholeBoundary } from './WholeBoundary';

const unreachable = () => http.get('http://localhost:3000/', () => HttpResponse.error());

/** A lazy part that fails to load until `mend` is called. */
function breakable() {
  let broken = true;
  const load = vi.fn(() =>
    broken
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
      : Promise.resolve({ default: () => <h1>The screen</h1> }),
  );
  const Part = lazyPart(load);
  const mend = () => {
    broken = false;
  };
  const part = (
    <ScreenBoundary>
      <Part />
    </ScreenBoundary>
  );
  return { part, mend };
}

it('reports a part that failed to load, and loads it after Try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { part, mend } = breakable();
  const { user } = renderPart(part);
  expect(await screen.findByRole('heading')).toHaveTextContent('Loading chunk failed (missing)');
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeVisible();
});

it('loads a failed part when the server is available again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(unreachable());
  const { part, mend } = breakable();
  renderPart(part);
  expect(await screen.findByRole('heading')).toHaveTextContent('Loading chunk failed (error)');
  mend();
  server.resetHandlers();
  await act(() => connection.check());
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeVisible();
});

it('stops waiting for a part after 120 seconds', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const Part = lazyPart(() => new Promise<never>(() => undefined));
    renderPart(
      <ScreenBoundary>
        <Part />
      </ScreenBoundary>,
    );
    await act(() => vi.advanceTimersByTimeAsync(119_000));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('heading')).toHaveTextContent('Loading chunk failed (timeout)');
  } finally {
    vi.useRealTimers();
  }
});

/** A screen that throws until `mend` is called or the address changes. */
function failing() {
  let broken = true;
  const Screen = () => {
    const { search } = useLocation();
    if (broken && search !== '?other') throw new Error('of the screen');
    return <h1>The screen</h1>;
  };
  const mend = () => {
    broken = false;
  };
  const part = (
    <>
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
      <Link to="?other">Another one</Link>
    </>
  );
  return { part, mend };
}

it('shows a failed screen after Try again, without a reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { part, mend } = failing();
  const { user } = renderPart(part);
  expect(screen.getByRole('heading')).toHaveTextContent('This page could not be shown');
  expect(screen.getByRole('link', { name: 'Go to your home page' })).toHaveAttribute('href', '/');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading')).toHaveTextContent('This page could not be shown');
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading')).toHaveTextContent('The screen');
});

it('discards the failure when the address changes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = renderPart(failing().part);
  expect(screen.getByRole('heading')).toHaveTextContent('This page could not be shown');
  await user.click(screen.getByRole('link', { name: 'Another one' }));
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeVisible();
});

it('shows ways to continue when the shell fails', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('of the shell');
  };
  renderPart(
    <WholeBoundary>
      <Broken />
    </WholeBoundary>,
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start over' })).toBeVisible();
});
