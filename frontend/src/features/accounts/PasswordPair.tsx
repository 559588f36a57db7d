import type { PasswordRules } from '@/api/models';
import { PasswordField } from '@/ui/PasswordField';
import { NewPassword } from './NewPassword';

interface Props {
  /** The form of `useRecordForm`. */
  form: {
    values: { password: string; confirm: string };
    set: (field: 'password' | 'confirm', value: string) => void;
    idOf: (field: 'password' | 'confirm') => string;
    errorOf: (field: 'password' | 'confirm') => string | undefined;
  };
  rules: PasswordRules;
  label: string;
}

export function PasswordPair({ form, rules, label }: Props) {
  const { values, set, idOf, errorOf } = form;
  return (
    <>
      <NewPassword
        id={idOf('password')}
        value={values.password}
        onChange={(password) => set('password', password)}
        label={label}
        rules={rules}
        error={errorOf('password')}
      />
      <PasswordField
        id={idOf('confirm')}
        value={values.confirm}
        onChange={({ target }) => set('confirm', target.value)}
        label="Confirm Password"
        autoComplete="new-password"
        error={errorOf('confirm') !== undefined}
        helperText={errorOf('confirm')}
      />
    </>
  );
}
