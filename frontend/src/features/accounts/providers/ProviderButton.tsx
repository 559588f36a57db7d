import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Provider } from '@/api/models';
import type { LeaveForProvider } from './mutations';

export const USED_LAST_TIME = 'Used last time';

interface Props {
  provider: Provider;
  usedLast?: boolean;
  disabled: boolean;
  leaving: LeaveForProvider;
}

/** Signs in with a provider. */
export function ProviderButton({ provider, usedLast = false, disabled, leaving }: Props) {
  const id = useId();
  const { leave, isLeaving, chosen } = leaving;
  return (
    <Button
      variant="outlined"
      size="large"
      fullWidth
      loading={isLeaving && chosen === provider.provider}
      disabled={disabled || isLeaving}
      onClick={() => leave({ provider: provider.provider, label: provider.label })}
      aria-labelledby={`${id}-name`}
      aria-describedby={usedLast ? `${id}-last` : undefined}
      sx={{ flexWrap: 'wrap', columnGap: 1.5, overflowWrap: 'anywhere' }}
    >
      <span id={`${id}-name`}>Continue with {provider.label}</span>
      {usedLast && (
        <Typography id={`${id}-last`} component="span" variant="caption">
          {USED_LAST_TIME}
        </Typography>
      )}
    </Button>
  );
}
