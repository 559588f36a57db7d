import { act, screen } from '@testing-library/react';
import { queryOptions } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import { useAct } from '@/api/useAct';
import { renderPart, signInAs } from '@/testing/render';
import { LimitedField } from '../LimitedField';
import { RecordDialog } from './RecordDialog';
import { useRecordDialog } from './useRecordDialog';

const record = { text: 'Births', row_version: 1 };
const read = queryOptions({ queryKey: ['record', 1], queryFn: () => record });

/** A dialog of a record. With a name, it is a further dialog of the same record. */
function Dialog({ name }: { name?: string }) {
  const form = useRecordDialog({
    name,
    record,
    read,
    save: useAct({ mutationFn: () => Promise.resolve({ message: 'Saved' }) }),
    empty: { text: '' },
    valuesOf: ({ text }) => ({ text }),
    check: () => ({}),
    inputOf: (values) => values,
    describe: ({ text }) => [['Text', text]],
    onClose: vi.fn(),
  });
  return (
    <RecordDialog form={form} noun="Record">
      <LimitedField {...form.text('text')} label="Text" limit={255} />
    </RecordDialog>
  );
}

const text = () => screen.getByRole('textbox', { name: 'Text' });

it('does not restore the input of another dialog of the same record', async () => {
  signInAs('Super User');
  const { user, unmount } = renderPart(<Dialog name="describe" />);
  await user.type(text(), ' and deaths');
  act(() => session.lose());
  unmount();

  signInAs('Super User');
  const other = renderPart(<Dialog />);
  expect(text()).toHaveValue('Births');
  other.unmount();
  renderPart(<Dialog name="describe" />);
  expect(text()).toHaveValue('Births and deaths');
});
