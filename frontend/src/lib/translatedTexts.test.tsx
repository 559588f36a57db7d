import { fireEvent, render, waitFor } from '@testing-library/react';
import { Fragment, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { translatePage, type Manner } from '@/testing/translated';
import { keepTranslatedTexts } from './translatedTexts';

let ends: (() => void)[] = [];

beforeEach(() => {
  ends = [keepTranslatedTexts()];
});
afterEach(() => {
  for (const end of ends) end();
});

/** Texts in all positions relative to other texts, in five states. */
function Texts() {
  const [state, setState] = useState(0);
  const names = [
    ['ann', 'ben', 'cy'],
    ['cy', 'ann', 'ben'],
    ['ben', 'dee'],
    [],
    ['ann', 'ben', 'cy'],
  ][state] as string[];
  return (
    <>
      <button onClick={() => setState(state + 1)} aria-label="Next" />
      <div id="shown">
        <p>
          {state} of 5{state > 1 && ', late'}
          {state % 2 === 0 ? ' even' : <b> odd</b>}
          {state !== 2 && ' not two'} end
        </p>
        <p>alone {state}</p>
        <p>{state === 1 ? 'one text' : ['two ', 'texts']}</p>
        <p>
          {names.map((name) => (
            <Fragment key={name}>{name}, </Fragment>
          ))}
          {names.length} names
        </p>
        {state > 0 && 'in the '}
        {state > 2 ? 'section' : 'page'}
      </div>
      {createPortal(
        <p id="beside">
          {state} left{state === 3 && '!'}
        </p>,
        document.body,
      )}
    </>
  );
}

const shownIn = (container: Element) =>
  `${container.querySelector('#shown')?.textContent} | ${document.querySelector('#beside')?.textContent}`;

/** Returns the texts of the five states without a translation. */
function plain(): string[] {
  const { container, unmount } = render(<Texts />);
  const states = [shownIn(container)];
  for (let state = 1; state < 5; state += 1) {
    fireEvent.click(container.querySelector('button')!);
    states.push(shownIn(container));
  }
  unmount();
  return states;
}

it.each<Manner>(['at once', 'in two steps', 'with its neighbours'])(
  'changes and removes texts that a translation replaced %s',
  async (manner) => {
    const states = plain();
    const { container, unmount } = render(<Texts />);
    ends.push(translatePage(manner, (text) => text.toUpperCase()));
    for (const state of states) {
      if (state !== states[0]) fireEvent.click(container.querySelector('button')!);
      await waitFor(() =>
        expect(shownIn(container)).toBe(state.toUpperCase().replace(' | ', ' | ')),
      );
    }
    unmount();
    expect(document.querySelector('#beside')).toBeNull();
  },
);

it('tolerates nodes that another script removed or moved', () => {
  const { container } = render(<Texts />);
  const shown = container.querySelector('#shown')!;
  for (const part of [...shown.querySelectorAll('p')]) part.replaceChildren();
  for (let state = 1; state < 5; state += 1) fireEvent.click(container.querySelector('button')!);
  expect(document.querySelector('#beside')).toHaveTextContent('4 left');
});
