import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { USED_LAST_TIME } from '../providers/ProviderButton';
import { PASSKEY_IS } from './texts';
import type { SignInPasskey } from './useSignInPasskey';

interface Props {
  passkey: SignInPasskey;
  usedLast?: boolean;
  disabled: boolean;
  onSignIn: () => void;
}

/** Signs in with a passkey alone, and says what a passkey is. */
export function SignInPasskeyButton({ passkey, usedLast = false, disabled, onSignIn }: Props) {
  const id = useId();
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Button
        variant="outlined"
        size="large"
        fullWidth
        loading={passkey.isPending}
        disabled={disabled}
        onClick={onSignIn}
        aria-labelledby={`${id}-name`}
        aria-describedby={usedLast ? `${id}-last` : `${id}-what`}
        sx={{ flexWrap: 'wrap', columnGap: 1.5 }}
      >
        <span id={`${id}-name`}>Sign in with a passkey</span>
        {usedLast && (
          <Typography id={`${id}-last`} component="span" variant="caption">
            {USED_LAST_TIME}
          </Typography>
        )}
      </Button>
      {!usedLast && (
        <Typography id={`${id}-what`} variant="body2" color="textSecondary">
          {PASSKEY_IS}
        </Typography>
      )}
    </Stack>
  );
}
