import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useId, type Ref } from 'react';
import type { PasswordRules } from '@/api/models';
import { PasswordField } from '@/components/PasswordField';
import { PasswordHints } from './PasswordHints';
import { accountQueries } from './queries';
import { lacksOnlyDigit, passwordFault, usualPasswordRules } from './rules';

/** What the server asks of a password; the same list stands here until it has answered. */
export function usePasswordRules(): PasswordRules {
  return useQuery(accountQueries.passwordRules()).data ?? usualPasswordRules;
}

interface Props {
  label: string;
  value: string;
  onChange: (password: string) => void;
  onBlur: () => void;
  error?: string;
  rules: PasswordRules;
  inputRef?: Ref<HTMLInputElement>;
}

/** A new password with the hints on what it needs. */
export function NewPassword({ label, value, onChange, onBlur, error, rules, inputRef }: Props) {
  const id = useId();
  const digit = lacksOnlyDigit(value, rules) ? passwordFault(value, rules) : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PasswordField
        id={`${id}-field`}
        label={label}
        autoComplete="new-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        inputRef={inputRef}
        error={Boolean(error)}
        helperText={error ?? digit}
      />
      <PasswordHints id={`${id}-hints`} password={value} rules={rules} />
    </Box>
  );
}
