import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { RowsSkeleton } from '@/ui/Skeletons';
import { FeedAddress } from './FeedAddress';
import { useMakeFeed, useSwitchOffFeed } from './mutations';
import { feedQueries } from './queries';

/** The calendar feed of the user's own due dates: its state, and its address once. */
export default function CalendarFeed() {
  const loaded = useQuery(feedQueries.own());
  const [made, setMade] = useState<{ address: string; made_on: string }>();
  const [asking, setAsking] = useState<'renew' | 'switchOff'>();
  const make = useMakeFeed();
  const switchOff = useSwitchOffFeed();
  const isRenewing = asking === 'renew';

  const create = () => make.mutate(undefined, { onSuccess: setMade });
  const renew = () =>
    make.mutate(undefined, {
      onSuccess: (renewed) => {
        setMade(renewed);
        toast('Your calendar feed has a new address.', 'success');
      },
      onError: (error) => toast(messageOf(error), 'error'),
      onSettled: () => setAsking(undefined),
    });
  const end = () =>
    switchOff.mutate(undefined, {
      onSuccess: () => {
        setMade(undefined);
        make.reset();
        toast('Your calendar feed is switched off.', 'success');
      },
      onError: (error) => toast(messageOf(error), 'error'),
      onSettled: () => setAsking(undefined),
    });

  const madeOn = loaded.data?.made_on;
  const isOn = Boolean(madeOn);
  // Another tab may have renewed the address or switched the feed off.
  const address = made?.made_on === madeOn ? made?.address : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography color="textSecondary">
        See the due dates of your decisions, and the last days for your answers, in a calendar
        program, such as Outlook, Google Calendar or Apple Calendar. It reads them at a secret
        address. Anyone who has the address can read them, too, without your password.
      </Typography>
      {loaded.isPending && <RowsSkeleton count={1} height={64} />}
      {loaded.error && !loaded.data && (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      )}
      {make.error && !isOn && (
        <CallErrorAlert
          severity="warning"
          error={make.error}
          onRetry={create}
          pending={make.isPending}
        />
      )}
      {loaded.data && !isOn && (
        <Button variant="outlined" loading={make.isPending} onClick={create}>
          Create a calendar feed
        </Button>
      )}
      {isOn && (
        <Box sx={{ ...cardSx, width: '100%', display: 'grid', gap: 1.5 }}>
          {madeOn && (
            <Typography sx={{ fontWeight: 600 }}>On since {formatDate(madeOn)}</Typography>
          )}
          {address ? (
            <FeedAddress address={address} />
          ) : (
            <Typography variant="body2" color="textSecondary">
              The address was shown when it was created. If you no longer have it, renew it.
            </Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button size="small" onClick={() => setAsking('renew')}>
              Renew the address
            </Button>
            <Button size="small" color="error" onClick={() => setAsking('switchOff')}>
              Switch off
            </Button>
          </Box>
        </Box>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={isRenewing ? 'Renew the address' : 'Switch off the calendar feed'}
          confirmLabel={isRenewing ? 'Renew the address' : 'Switch it off'}
          colour={isRenewing ? 'primary' : 'error'}
          focus="cancel"
          pending={make.isPending || switchOff.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={isRenewing ? renew : end}
        >
          {isRenewing
            ? 'The old address stops working. In your calendar program, remove the old calendar and subscribe to the new address.'
            : 'Its address stops working. In your calendar program, remove the calendar as well.'}
        </ConfirmDialog>
      )}
    </Box>
  );
}
