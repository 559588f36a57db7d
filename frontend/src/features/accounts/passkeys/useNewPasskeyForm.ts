import type { UseMutationResult } from '@tanstack/react-query';
import { ApiError, fieldErrors } from '@/api/errors';
import type { PasskeyOptions } from '@/api/models';
import { useRecordForm } from '@/ui/records/useRecordForm';
import type { NewPasskey } from './mutations';
import { checkName } from './names';

interface Options<Answer> {
  options: PasskeyOptions;
  /** The call that adds the passkey. */
  save: Pick<
    UseMutationResult<Answer, Error, NewPasskey>,
    'mutate' | 'isPending' | 'error' | 'reset'
  >;
  onSaved: (answer: Answer) => void;
  /** Called with the reason if the options can't be used again, so that another attempt needs new ones. */
  onUsedUp: (error: Error) => void;
}

/** A form that names a new passkey and makes it. */
export const useNewPasskeyForm = <Answer>({ options, onUsedUp, ...others }: Options<Answer>) =>
  useRecordForm({
    ...others,
    name: 'new passkey',
    initial: { name: '' },
    check: checkName,
    quiet: true,
    inputOf: ({ name }): NewPasskey => ({ name: name.trim(), options }),
    onRefused: (error) => {
      if (error instanceof ApiError && !('name' in fieldErrors(error))) onUsedUp(error);
    },
  });
