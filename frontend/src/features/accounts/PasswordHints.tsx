import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import { visuallyHidden } from '@/ui/looks';
import type { PasswordRules } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { passwordHints } from './rules';

interface Props {
  id: string;
  password: string;
  rules: PasswordRules;
}

/** The rules of a new password. Each is highlighted once it is met (1 §5.2). */
export function PasswordHints({ id, password, rules }: Props) {
  const hints = passwordHints(password, rules);
  const met = hints.filter((hint) => hint.met).length;
  return (
    <Box>
      <PlainList
        id={id}
        aria-label="Requirements of the password"
        sx={{
          display: 'grid',
          gap: 0.5,
          columnGap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        }}
      >
        {hints.map((hint) => {
          const Icon = hint.met ? CheckCircle : RadioButtonUnchecked;
          return (
            <Box
              component="li"
              key={hint.message}
              data-met={hint.met}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 0.75,
                fontSize: '0.8125rem',
                color: hint.met ? 'success.main' : 'text.secondary',
                fontWeight: hint.met ? 600 : 400,
              }}
            >
              <Icon sx={{ fontSize: 16 }} aria-hidden />
              {hint.message}
              {hint.met && (
                <Box component="span" sx={visuallyHidden}>
                  : met
                </Box>
              )}
            </Box>
          );
        })}
      </PlainList>
      <Box role="status" sx={visuallyHidden}>
        {password && `${met} of ${hints.length} password requirements are met`}
      </Box>
    </Box>
  );
}
