import { createEvent, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSecondEnters } from './secondEnter';

let stop: () => void;
const pressed = vi.fn();

function make(tag: string, role?: string): HTMLElement {
  const layer = document.createElement('div');
  if (role) layer.setAttribute('role', role);
  const element = document.createElement(tag);
  element.addEventListener('keydown', pressed);
  layer.append(element);
  document.body.append(layer);
  return element;
}

/**
 * Presses Enter at this time in milliseconds. Returns true if the default action is not prevented.
 */
function press(element: HTMLElement, at: number, { key = 'Enter', repeat = false } = {}): boolean {
  const event = createEvent.keyDown(element, { key, repeat });
  Object.defineProperty(event, 'timeStamp', { value: at });
  return fireEvent(element, event);
}

beforeEach(() => {
  stop = watchSecondEnters();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  pressed.mockClear();
});

it.each(['dialog', 'menu'])(
  'cancels the second press in a %s that the first one opened',
  (role) => {
    const [opener, opened] = [make('button'), make('button', role)];
    expect(press(opener, 1000)).toBe(true);
    expect(press(opened, 1040)).toBe(false);
    expect(press(opened, 1080)).toBe(false);
    expect(pressed).toHaveBeenCalledOnce();
    expect(press(opened, 1400)).toBe(true);
  },
);

it.each(['button', 'input'])('cancels the second press after a %s closed a dialog', (tag) => {
  const [confirm, opener] = [make(tag, 'dialog'), make('button')];
  expect(press(confirm, 1000)).toBe(true);
  confirm.parentElement?.remove();
  expect(press(opener, 1040)).toBe(false);
});

it('allows rapid presses on buttons of the page', () => {
  const next = make('button');
  for (const [at, button] of [next, next, make('button')].entries())
    expect(press(button, 1000 + 40 * at)).toBe(true);
});

it('cancels the second press in an empty field of a dialog that the first one opened', () => {
  const [opener, field] = [make('button'), make('input', 'dialog')];
  expect(press(opener, 1000)).toBe(true);
  expect(press(field, 1040)).toBe(false);
});

it('allows Enter in a field of a new dialog once something was typed', () => {
  const [opener, field] = [make('button'), make('input', 'dialog')];
  expect(press(opener, 1000)).toBe(true);
  expect(press(field, 1040, { key: 'a' })).toBe(true);
  expect(press(field, 1080)).toBe(true);
});

it('cancels the repeats of a held key in a dialog, however long it is held', () => {
  const [opener, opened] = [make('button'), make('button', 'dialog')];
  expect(press(opener, 1000)).toBe(true);
  expect(press(opened, 1500, { repeat: true })).toBe(false);
  expect(press(opened, 2500, { repeat: true })).toBe(false);
  expect(press(opened, 3000)).toBe(true);
});
