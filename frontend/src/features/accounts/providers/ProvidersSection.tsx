import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnIdentity } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { formatDate, formatDateTime, timeAgo } from '@/lib/dates';
import { lazyDialog } from '@/lib/lazyPart';
import { rowSx } from '../looks';
import { SectionHeader } from '../SectionHeader';
import { useLeaveForProvider } from './mutations';
import { providerQueries } from './queries';

const UnlinkDialog = lazyDialog(() => import('./UnlinkDialog'), 'UnlinkDialog');

/**
 * The identities at providers that are linked to the account, and the providers that can be linked.
 * Renders nothing if there are neither.
 */
export function ProvidersSection() {
  const offered = useQuery(providerQueries.offered());
  const linked = useQuery(providerQueries.linked());
  const [target, setTarget] = useState<OwnIdentity>();
  const leaving = useLeaveForProvider();
  const identities = linked.data ?? [];
  const providers = offered.data ?? [];
  if (providers.length === 0 && identities.length === 0) return null;
  const linkable = linked.data
    ? providers.filter(({ label }) => !identities.some((identity) => identity.label === label))
    : [];
  return (
    <Box component="section" aria-labelledby="sign-in-providers">
      <SectionHeader
        id="sign-in-providers"
        title="Sign-in providers"
        text="With a linked provider, you can sign in without your password."
      />
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {linked.error && !linked.data && (
          <LoadFailed error={linked.error} onRetry={() => void linked.refetch()} />
        )}
        {identities.length > 0 && (
          <PlainList sx={{ ...cardSx, py: 0.5 }}>
            {identities.map((identity) => (
              <IdentityRow
                key={identity.identity_id}
                identity={identity}
                onUnlink={() => setTarget(identity)}
              />
            ))}
          </PlainList>
        )}
        {leaving.error && (
          <CallErrorAlert
            severity="warning"
            error={leaving.error}
            onRetry={leaving.retry}
            pending={leaving.isLeaving}
          />
        )}
        {linkable.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            {linkable.map(({ provider, label }) => (
              <Button
                key={provider}
                variant="outlined"
                loading={leaving.isLeaving && leaving.chosen === provider}
                disabled={leaving.isLeaving}
                onClick={() => leaving.leave({ provider, label })}
                sx={{ overflowWrap: 'anywhere' }}
              >
                Link {label}
              </Button>
            ))}
          </Box>
        )}
      </Box>
      {target && <UnlinkDialog identity={target} onClose={() => setTarget(undefined)} />}
    </Box>
  );
}

function IdentityRow({ identity, onUnlink }: { identity: OwnIdentity; onUnlink: () => void }) {
  const { label, linked_on, last_used_on } = identity;
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
        <Typography variant="body2" color="textSecondary">
          Linked on {formatDate(linked_on)},{' '}
          {last_used_on ? (
            <>
              last used{' '}
              <Tooltip title={formatDateTime(last_used_on)}>
                <time dateTime={last_used_on}>{timeAgo(last_used_on)}</time>
              </Tooltip>
            </>
          ) : (
            'not used yet'
          )}
        </Typography>
      </Box>
      <Button size="small" color="error" onClick={onUnlink} aria-label={`Unlink ${label}`}>
        Unlink
      </Button>
    </Box>
  );
}
