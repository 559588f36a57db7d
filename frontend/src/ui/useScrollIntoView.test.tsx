import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { ConflictNotice, type Difference } from './ConflictNotice';
import { DialogForm } from './DialogForm';

const scrolledTo: (string | null)[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.textContent);
  });
});

it('scrolls to the refusal of a form', () => {
  const form = (refusal?: Error) => (
    <DialogForm title="Add Topic" refusal={refusal} onClose={() => undefined}>
      A long form
    </DialogForm>
  );
  const { rerender } = render(form());
  expect(scrolledTo).toEqual([]);
  rerender(form(new ApiError(409, 'There is already another topic with this name.')));
  expect(scrolledTo).toEqual(['There is already another topic with this name.']);
});

it('scrolls to a conflict, and again when its differences are loaded', () => {
  const notice = (differences?: Difference[]) => <ConflictNotice differences={differences} />;
  const { rerender } = render(notice());
  expect(scrolledTo).toEqual(['Someone else saved this while you were editing.']);
  rerender(notice([{ name: 'Name', mine: 'Births', saved: 'Deaths' }]));
  expect(scrolledTo).toHaveLength(2);
  expect(scrolledTo[1]).toContain('Saved version: Deaths');
});
