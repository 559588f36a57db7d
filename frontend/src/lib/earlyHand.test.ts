import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeUpEarlyHand } from './earlyHand';

const PAGE =
  '<button type="button" aria-label="Menu"></button><button type="button">Sign In</button>' +
  '<button type="button">Next</button><button type="button">Next</button>' +
  '<input type="search" placeholder="Table" /><input type="radio" name="key" value="own" />';

let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<div id="root"><div data-still>${PAGE}</div></div>`;
  root = document.getElementById('root')!;
});

afterEach(() => {
  delete window.earlyHand;
  document.body.innerHTML = '';
});

const early = <E extends HTMLElement>(selector: string) =>
  root.querySelectorAll<E>(`[data-still] ${selector}`);

/** As React does it. */
function takePlace(): void {
  root.innerHTML = `<div>${PAGE}</div>`;
}

it('presses the button that was pressed last, at its place', () => {
  window.earlyHand = { pressed: early<HTMLButtonElement>('button')[3]!, filled: [] };
  takePlace();
  const pressed = vi.fn<(place: number) => void>();
  root.querySelectorAll('button').forEach((button, place) => {
    button.addEventListener('click', () => pressed(place));
  });
  takeUpEarlyHand(root);
  takeUpEarlyHand(root);
  expect(pressed.mock.calls).toEqual([[3]]);
});

it('fills what was typed and chosen, tells of it, and gives back the focus', () => {
  const [typed] = early<HTMLInputElement>('[type=search]');
  const [chosen] = early<HTMLInputElement>('[type=radio]');
  typed!.value = 'malaria';
  chosen!.checked = true;
  window.earlyHand = { filled: [typed!, chosen!], focused: typed! };
  takePlace();
  const told = vi.fn();
  const field = root.querySelector<HTMLInputElement>('[type=search]')!;
  field.addEventListener('input', told);
  takeUpEarlyHand(root);
  expect(field).toHaveValue('malaria');
  expect(field).toHaveFocus();
  expect(told).toHaveBeenCalledOnce();
  expect(root.querySelector('[type=radio]')).toBeChecked();
});

it('leaves alone what has no counterpart, and the focus where it went meanwhile', () => {
  const [typed] = early<HTMLInputElement>('[type=search]');
  window.earlyHand = { filled: [typed!], focused: typed! };
  root.innerHTML = '<div><button type="button">Other</button></div>';
  root.querySelector('button')!.focus();
  takeUpEarlyHand(root);
  expect(root.querySelector('button')).toHaveFocus();
});
