import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runAfterPointerRelease } from './pointerRelease';

const change = vi.fn();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  change.mockClear();
});

it('runs a change at once while no pointer is down', () => {
  runAfterPointerRelease(change);
  expect(change).toHaveBeenCalledOnce();
});

it('delays changes until the click handlers have run', () => {
  const clicked = vi.fn(() => expect(change).not.toHaveBeenCalled());
  document.body.addEventListener('click', clicked, { once: true });
  fireEvent.pointerDown(document.body);
  runAfterPointerRelease(change);
  fireEvent.pointerUp(document.body);
  fireEvent.click(document.body);
  expect(clicked).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(0);
  expect(change).toHaveBeenCalledOnce();
});

it('runs changes in order', () => {
  const order: number[] = [];
  fireEvent.pointerDown(document.body);
  for (const number of [1, 2, 3]) runAfterPointerRelease(() => order.push(number));
  fireEvent.pointerCancel(document.body);
  vi.advanceTimersByTime(0);
  expect(order).toEqual([1, 2, 3]);
});

it('stops waiting for a missing click or release', () => {
  fireEvent.pointerDown(document.body);
  runAfterPointerRelease(change);
  fireEvent.pointerUp(document.body);
  vi.advanceTimersByTime(100);
  expect(change).toHaveBeenCalledTimes(1);

  fireEvent.pointerDown(document.body);
  runAfterPointerRelease(change);
  vi.advanceTimersByTime(1000);
  expect(change).toHaveBeenCalledTimes(2);
});
