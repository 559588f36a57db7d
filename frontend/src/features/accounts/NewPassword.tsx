import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { PasswordRules } from '@/api/models';
import { PasswordField } from '@/ui/PasswordField';
import { PasswordHints } from './PasswordHints';
import { accountQueries } from './queries';
import { lacksOnlyDigit, passwordFault, usualPasswordRules } from './rules';
import { fieldHelp } from '@/ui/fieldHelp';

/** Returns the server's password rules, or the usual ones until they are loaded. */
export function usePasswordRules(): PasswordRules {
  return useQuery(accountQueries.passwordRules()).data ?? usualPasswordRules;
}

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (password: string) => void;
  error?: string;
  rules: PasswordRules;
}

export function NewPassword({ id, label, value, onChange, error, rules }: Props) {
  const digit = lacksOnlyDigit(value, rules) ? passwordFault(value, rules) : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PasswordField
        id={id}
        label={label}
        autoComplete="new-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={Boolean(error)}
        helperText={fieldHelp(error, digit)}
      />
      <PasswordHints id={`${id}-hints`} password={value} rules={rules} />
    </Box>
  );
}
