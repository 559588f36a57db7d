import type { UseMutationResult } from '@tanstack/react-query';
import { fieldErrors } from '@/api/errors';
import { useRecordForm } from '@/ui/records/useRecordForm';

interface Options<Answer> {
  /** Names the form on this device. */
  name: string;
  /** The call that takes the code. */
  save: Pick<UseMutationResult<Answer, Error, string>, 'mutate' | 'isPending' | 'error' | 'reset'>;
  onSaved?: (answer: Answer) => void;
  onRefused?: (error: Error) => void;
}

/** Returns the error of a code; calls in a session name the field `current_code`. */
function errorsOf(error: Error): Readonly<Record<string, string>> {
  const { current_code, ...others } = fieldErrors(error);
  return current_code ? { code: current_code } : others;
}

/** A form with one code of a second factor. */
export const useCodeForm = <Answer>(options: Options<Answer>) =>
  useRecordForm({
    ...options,
    initial: { code: '' },
    secrets: ['code'],
    check: ({ code }) => ({ code: code.trim() ? undefined : 'The code is required' }),
    quiet: true,
    inputOf: ({ code }) => code.trim(),
    errorsOf,
  });
