import Link from '@mui/material/Link';
import { useState } from 'react';
import { fieldHelp } from '@/ui/fieldHelp';
import { FactorCodeField } from './FactorCodeField';

interface Props {
  id: string;
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** False if the account has no authenticator app, so that only a recovery code fits. */
  hasApp?: boolean;
}

/**
 * A field for a code of the authenticator app, with a link that asks for a recovery code instead.
 * The server accepts both in either state.
 */
export function EitherCode({ onChange, error, hasApp = true, ...field }: Props) {
  const [recovery, setRecovery] = useState(!hasApp);
  const hint = recovery
    ? 'One of the codes that you saved, such as 4K7QZ-M2XRB'
    : 'The 6 digits that your authenticator app shows now';
  return (
    <div>
      <FactorCodeField
        {...field}
        // Another field, so that a phone shows the keyboard that fits.
        key={String(recovery)}
        recovery={recovery}
        autoFocus
        fullWidth
        error={error !== undefined}
        helperText={fieldHelp(error, hint)}
        onChange={({ target }) => onChange(target.value)}
      />
      {hasApp && (
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => {
            onChange('');
            setRecovery(!recovery);
          }}
          sx={{ mt: 0.5, py: 0.5 }}
        >
          {recovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Link>
      )}
    </div>
  );
}
