import { Controller, type Control } from 'react-hook-form';
import type { PasswordRules } from '@/api/models';
import { PasswordField } from '@/components/PasswordField';
import { NewPassword } from './NewPassword';

interface Pair {
  password: string;
  confirm: string;
}

interface Props<Form extends Pair> {
  control: Control<Form>;
  rules: PasswordRules;
  /** What the first of the two is called. */
  label: string;
}

/** A new password, and the same once more. */
export function PasswordPair<Form extends Pair>({ control, rules, label }: Props<Form>) {
  // Whatever else a form asks for: of these two fields it is a form of a pair.
  const pair = control as unknown as Control<Pair>;
  return (
    <>
      <Controller
        control={pair}
        name="password"
        rules={{ deps: ['confirm'] }}
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <NewPassword
            {...field}
            label={label}
            rules={rules}
            inputRef={ref}
            error={error?.message}
          />
        )}
      />
      <Controller
        control={pair}
        name="confirm"
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <PasswordField
            {...field}
            inputRef={ref}
            label="Confirm Password"
            autoComplete="new-password"
            error={Boolean(error)}
            helperText={error?.message}
          />
        )}
      />
    </>
  );
}
