import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { recoverFocus } from './focusRecovery';

let kept: ReturnType<typeof recoverFocus>;

const find = (name: string) =>
  document.querySelector<HTMLElement>(`[aria-label="${name}"], #${CSS.escape(name)}`)!;
const row = (name: string) =>
  `<li id="${name}"><button aria-label="Edit ${name}"></button><button aria-label="Delete ${name}"></button></li>`;
const isFocused = (name: string) => waitFor(() => expect(find(name)).toHaveFocus());
/** Waits for the frames in which the focus would move. */
const frames = async () => {
  for (let left = 4; left > 0; left -= 1) await new Promise(requestAnimationFrame);
};

beforeEach(() => {
  document.body.innerHTML = `<div>
    <header><button aria-label="Menu"></button></header>
    <main tabindex="-1" id="main">
      <h1 id="title">Page</h1>
      <h2 id="heading">List</h2>
      <ul>${['A', 'B', 'C'].map(row).join('')}</ul>
      <h2>Below</h2>
    </main>
  </div>`;
  kept = recoverFocus();
  return () => {
    kept.stop();
    document.body.innerHTML = '';
  };
});

it('moves the focus to the same button of the next row, the previous row, then the heading', async () => {
  find('Delete B').focus();
  find('B').remove();
  await isFocused('Delete C');
  find('C').remove();
  await isFocused('Delete A');
  find('A').remove();
  await isFocused('heading');
  find('Menu').focus();
  expect(find('heading')).not.toHaveAttribute('tabindex');
});

it('moves the focus if only the button of a row is removed', async () => {
  find('Edit B').focus();
  find('Edit B').remove();
  await isFocused('Edit C');
});

it('focuses a button that was replaced', async () => {
  find('Edit B').focus();
  find('Edit B').outerHTML = '<button aria-label="Edit B" id="anew"></button>';
  await isFocused('anew');
});

it('skips rows whose button is disabled or does something else', async () => {
  find('Delete B').setAttribute('disabled', '');
  find('Delete C').setAttribute('aria-label', 'Restore C');
  document.querySelector('ul')!.insertAdjacentHTML('beforeend', row('D'));
  find('Delete A').focus();
  find('Delete A').remove();
  await isFocused('Delete D');
});

it('focuses Previous if Next is disabled on the last page', async () => {
  document
    .querySelector('ul')!
    .insertAdjacentHTML('afterend', '<nav><button>Previous</button><button>Next</button></nav>');
  const [previous, next] = document.querySelectorAll<HTMLElement>('nav button');
  next!.focus();
  next!.setAttribute('disabled', '');
  await waitFor(() => expect(previous).toHaveFocus());
});

it('prefers a focusable list, and the field of a removed button', async () => {
  document.querySelector('ul')!.outerHTML = `<div tabindex="-1" id="list"><ul>${row('A')}</ul></div>
    <div class="MuiInputBase-root"><input id="search"><button aria-label="Clear"></button></div>`;
  find('Edit A').focus();
  find('A').remove();
  await isFocused('list');
  find('Clear').focus();
  find('Clear').remove();
  await isFocused('search');
});

it.each(['is gone', 'is disabled'])('moves on if the opener of a dialog %s', async (end) => {
  find('Delete B').focus();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="portal"><div role="dialog"><h2>Sure?</h2><button aria-label="Yes"></button></div></div>',
  );
  find('Yes').focus();
  if (end === 'is gone') find('B').remove();
  else find('Delete B').setAttribute('disabled', '');
  find('portal').remove();
  await isFocused('Delete C');
});

it('waits for running calls, and returns to a button that was disabled meanwhile', async () => {
  kept.wait(true);
  find('Delete A').focus();
  find('Delete A').setAttribute('disabled', '');
  await frames();
  expect(find('Delete B')).not.toHaveFocus();
  find('Delete A').blur();
  find('Delete A').removeAttribute('disabled');
  await isFocused('Delete A');
  find('Delete A').setAttribute('disabled', '');
  kept.wait(false);
  await isFocused('Delete B');
});

it('does not move a focus that the user or the code has set', async () => {
  find('Delete B').focus();
  find('B').remove();
  find('Menu').focus();
  await frames();
  expect(find('Menu')).toHaveFocus();

  find('Delete A').focus();
  await userEvent.click(find('title'));
  find('A').remove();
  await frames();
  // A click on the screen focuses it.
  expect(find('main')).toHaveFocus();
});

it('leaves the focus to the next screen', async () => {
  find('Delete B').focus();
  find('B').remove();
  kept.forget();
  await frames();
  expect(document.body).toHaveFocus();
});

it('ignores a held Enter key after moving the focus', async () => {
  find('Delete B').focus();
  find('B').remove();
  await isFocused('Delete C');
  const enter = { key: 'Enter', bubbles: true, cancelable: true };
  const press = (repeat: boolean) =>
    find('Delete C').dispatchEvent(new KeyboardEvent('keydown', { ...enter, repeat }));
  expect(press(true)).toBe(false);
  expect(press(false)).toBe(true);
});
