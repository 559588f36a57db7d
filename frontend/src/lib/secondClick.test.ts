import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSecondClicks } from './secondClick';

let stop: () => void;
const clicked = vi.fn();

function makeButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.append(document.createElement('span'));
  button.addEventListener('click', clicked);
  document.body.append(button);
  return button;
}

beforeEach(() => {
  stop = watchSecondClicks();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  clicked.mockClear();
});

it('cancels the second click on an element that the first one opened', () => {
  const [opener, opened] = [makeButton(), makeButton()];
  fireEvent.click(opener, { detail: 1 });
  fireEvent.click(opened, { detail: 2 });
  expect(clicked).toHaveBeenCalledOnce();
  fireEvent.click(opened, { detail: 1 });
  expect(clicked).toHaveBeenCalledTimes(2);
});

it('keeps the focus in what the first click of a double click opened', () => {
  const [opener, opened, text] = [makeButton(), makeButton(), document.createElement('p')];
  document.body.append(text);
  fireEvent.click(opener, { detail: 1 });
  expect(fireEvent.mouseDown(opened, { detail: 2 })).toBe(false);
  expect(fireEvent.mouseDown(opened, { detail: 1 })).toBe(true);
  // A double click that selects a word.
  fireEvent.click(text, { detail: 1 });
  expect(fireEvent.mouseDown(document.body, { detail: 2 })).toBe(true);
});

it('allows rapid clicks on one button', () => {
  const next = makeButton();
  fireEvent.click(next, { detail: 1 });
  fireEvent.click(next.firstElementChild as Element, { detail: 2 });
  fireEvent.click(next, { detail: 3 });
  expect(clicked).toHaveBeenCalledTimes(3);
});

it('allows double clicks on the label of a checkbox', () => {
  const label = document.createElement('label');
  const [box, text] = [document.createElement('input'), document.createElement('span')];
  box.type = 'checkbox';
  label.append(box, text);
  document.body.append(label);
  // The browser clicks the checkbox after each click on its label.
  fireEvent.click(text, { detail: 1 });
  expect(box).toBeChecked();
  fireEvent.click(text, { detail: 2 });
  expect(box).not.toBeChecked();
});

it('allows clicks by keyboard', () => {
  const [one, other] = [makeButton(), makeButton()];
  fireEvent.click(one, { detail: 0 });
  fireEvent.click(other, { detail: 0 });
  expect(clicked).toHaveBeenCalledTimes(2);
});
