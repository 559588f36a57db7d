import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ApiError, NetworkError } from '@/api/errors';
import { useRecordForm } from './useRecordForm';

interface Values {
  name: string;
  description: string;
}

const empty: Values = { name: '', description: '' };

const check = ({ name, description }: Values) => ({
  name: name.trim() ? undefined : { beside: 'Name is required.', toast: 'Please enter the name.' },
  description: description.trim() ? undefined : 'Please enter the description.',
});

const refused = (errors: Record<string, string[]>) =>
  new ApiError(409, 409, 'Another one has this name.', errors);

const show = () =>
  renderHook(({ error }: { error: Error | null }) => useRecordForm(useState(empty), check, error), {
    initialProps: { error: null as Error | null },
  });

it('says nothing of a field before somebody has tried to save, and the first fault then', () => {
  const { result } = show();
  expect(result.current.faultOf('name')).toBeUndefined();
  let first: ReturnType<typeof result.current.attempt>;
  act(() => {
    first = result.current.attempt();
  });
  expect(first!).toEqual({ field: 'name', toast: 'Please enter the name.' });
  expect(result.current.faultOf('name')).toBe('Name is required.');
  expect(result.current.faultOf('description')).toBe('Please enter the description.');

  act(() => result.current.set('name', 'Births'));
  act(() => {
    first = result.current.attempt();
  });
  expect(first!).toEqual({ field: 'description', toast: 'Please enter the description.' });
  expect(result.current.faultOf('name')).toBeUndefined();
});

it('drops what the server said of a field once it is changed, until the next answer', () => {
  const { result, rerender } = show();
  act(() => result.current.fill({ name: 'Births', description: 'All of them' }));
  act(() => void result.current.attempt());
  rerender({ error: refused({ name: ['Another one has this name.'] }) });
  expect(result.current.faultOf('name')).toBe('Another one has this name.');
  expect(result.current.refusal).toBeUndefined();

  act(() => result.current.set('name', 'Deaths'));
  expect(result.current.faultOf('name')).toBeUndefined();
  // Something else is missing: nothing is sent, and the answer to the last attempt stays dropped.
  act(() => result.current.set('description', ''));
  act(() => void result.current.attempt());
  expect(result.current.faultOf('name')).toBeUndefined();

  act(() => result.current.set('description', 'All of them'));
  act(() => void result.current.attempt());
  rerender({ error: refused({ name: ['Another one has this name, too.'] }) });
  expect(result.current.faultOf('name')).toBe('Another one has this name, too.');
});

it('says why the server refused where no field does, but for a stale save', () => {
  const { result, rerender } = show();
  rerender({ error: refused({}) });
  expect(result.current.refusal).toBe('Another one has this name.');
  rerender({ error: refused({ row_version: ['Somebody else has changed this.'] }) });
  expect(result.current.refusal).toBeUndefined();
  rerender({ error: new NetworkError() });
  expect(result.current.refusal).toBeTruthy();
});
