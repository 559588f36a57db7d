import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DialogForm } from './DialogForm';
import { StaleNotice } from './StaleNotice';

const scrolledTo: (string | null)[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.textContent);
  });
});

it('brings the refusal of a form into sight', () => {
  const form = (refusal?: string) => (
    <DialogForm title="Add Topic" refusal={refusal} onClose={() => undefined}>
      A long form
    </DialogForm>
  );
  const { rerender } = render(form());
  expect(scrolledTo).toEqual([]);
  rerender(form('There is another topic with this name already.'));
  expect(scrolledTo).toEqual(['There is another topic with this name already.']);
});

it('brings the notice of a stale save into sight, and again with what is stored now', () => {
  const refusal = 'Somebody else has changed this.';
  const notice = (now?: { name: string }) => (
    <StaleNotice
      stored={{ rowVersion: 1, refusal, now }}
      read={{ name: 'Births' }}
      describe={({ name }) => [['Name', name]]}
      onTakeOver={() => undefined}
    />
  );
  const { rerender } = render(notice());
  expect(scrolledTo).toEqual([refusal]);
  rerender(notice({ name: 'Deaths' }));
  expect(scrolledTo).toHaveLength(2);
  expect(scrolledTo[1]).toContain('Name: Deaths');
});
