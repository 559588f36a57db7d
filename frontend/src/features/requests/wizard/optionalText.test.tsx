import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeUser } from '@/testing/factories';
import { emptyDraft } from './draft';
import { TextAnswer } from './fields';
import type { TextField } from './questions';
import { useFieldProps } from './useFieldProps';
import { submissionFaults } from './validation';
import { nothingWithdrawn } from './withdrawn';
import { WizardContext } from './wizardContext';

const FIELD = vi.hoisted(() => 'additional_ethics_committee_name' as const);

// Makes one question optional. It has no other rule while there is no additional letter.
vi.mock('./questions', async (importOriginal) => {
  const actual = await importOriginal<typeof import('./questions')>();
  const optional = { ...actual.questions[FIELD], limit: 200, optional: true };
  return {
    ...actual,
    questionOf: (field: TextField) => (field === FIELD ? optional : actual.questionOf(field)),
  };
});

const faultsOf = (typed: string) =>
  submissionFaults(
    { ...emptyDraft, details: { ...emptyDraft.details, [FIELD]: typed } },
    {
      files: new Map(),
      dataSourceId: null,
      variableIds: [],
      today: '2026-03-02',
      requester: emptyDraft.details,
    },
  );

it('accepts an empty optional text, and checks its limit', () => {
  const fields = faultsOf('').map(({ field }) => field);
  expect(fields).not.toContain(FIELD);
  expect(faultsOf('x'.repeat(200)).map(({ field }) => field)).toEqual(fields);
  expect(faultsOf('x'.repeat(201))).toContainEqual({
    field: FIELD,
    label: 'Additional Ethics Committee Name',
    message: 'The text must not be longer than 200 characters.',
  });
});

it('checks an optional text after all other answers of step 1', () => {
  const fields = faultsOf('x'.repeat(201)).map(({ field }) => field);
  expect(fields.indexOf(FIELD)).toBe(fields.indexOf('data_source_id') + 1);
});

function Fields() {
  const fieldProps = useFieldProps();
  return (
    <>
      <TextAnswer {...fieldProps('title')} />
      <TextAnswer {...fieldProps(FIELD)} />
    </>
  );
}

it('does not mark an optional text as required', () => {
  render(
    <WizardContext
      value={{
        user: makeUser(),
        draftId: null,
        draft: emptyDraft,
        files: new Map(),
        withdrawn: nothingWithdrawn,
        answer: vi.fn(),
        change: vi.fn(),
        setFile: vi.fn(),
        upload: () => vi.fn(),
        addressOf: vi.fn(),
        faultOf: () => undefined,
        goTo: vi.fn(),
      }}
    >
      <Fields />
    </WizardContext>,
  );
  expect(screen.getByRole('textbox', { name: 'Data Request Title' })).toBeRequired();
  expect(
    screen.getByRole('textbox', { name: 'Additional Ethics Committee Name' }),
  ).not.toBeRequired();
});
