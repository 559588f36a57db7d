import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MailPreference } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
import { DeliveryField } from './DeliveryField';
import { useMailPreferences } from './useMailPreferences';

/**
 * The kinds of notifications by topic. The server returns those that the user's roles can lead to.
 * Kinds that this client does not know come last.
 */
const groups: readonly { title: string; kinds: readonly string[] }[] = [
  {
    title: 'My account and roles',
    kinds: ['activated', 'role_granted', 'role_denied', 'role_withdrawn'],
  },
  {
    title: 'My Data Requests',
    kinds: [
      'draft_ends',
      'submitted',
      'stage_approved',
      'stage_denied',
      'action_required',
      'term_extended',
      'released',
    ],
  },
  {
    title: "Other people's Data Requests",
    kinds: ['turn_came', 'due_soon', 'overdue', 'request_denied', 'resubmitted', 'feedback_given'],
  },
  {
    title: 'Comments and changes',
    kinds: ['section_edited', 'comment_replied', 'comment_resolved', 'recalled'],
  },
  {
    title: 'Administration',
    kinds: ['registered', 'role_requested', 'waits_for_nobody', 'overdue_for_long'],
  },
];

function grouped(preferences: readonly MailPreference[]) {
  const known = new Set(groups.flatMap(({ kinds }) => kinds));
  const others = { title: 'Other', kinds: [] as string[] };
  others.kinds = preferences.filter(({ kind }) => !known.has(kind)).map(({ kind }) => kind);
  return [...groups, others]
    .map(({ title, kinds }) => ({
      title,
      preferences: preferences.filter(({ kind }) => kinds.includes(kind)),
    }))
    .filter((group) => group.preferences.length > 0);
}

/** Returns the choice of all kinds, or an empty text if they differ. */
function commonDelivery(preferences: readonly MailPreference[]): string {
  const chosen = new Set(preferences.map(({ delivery }) => delivery));
  const [first = ''] = chosen;
  return chosen.size === 1 ? first : '';
}

/**
 * The email settings of notifications. All notifications are shown in the product regardless. The
 * component has no title, because the profile and the notifications each give it one.
 */
export default function MailPreferences() {
  const { preferences, choose, saved } = useMailPreferences();
  const { data, error, refetch } = preferences;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton count={6} height={40} />;
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
      <Typography variant="body2" color="textSecondary">
        Choose when you also get notifications by email. Daily emails come at 07:00, weekly ones on
        Mondays at 07:00. You always see all notifications here at once. Codes and emails about the
        security of your account are always sent immediately. Last reminders before a Data Request
        is recalled don’t wait for a daily or weekly email.
      </Typography>
      {data.length > 1 && (
        <DeliveryField
          label="All kinds"
          isBold
          value={commonDelivery(data)}
          onChange={(delivery) => choose(data.map(({ kind }) => ({ kind, delivery })))}
        />
      )}
      {grouped(data).map((group) => (
        <Box
          component="fieldset"
          key={group.title}
          sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid' }}
        >
          <Typography component="legend" variant="h4" sx={{ mb: 0.5, p: 0 }}>
            {group.title}
          </Typography>
          {group.preferences.map(({ kind, description, delivery }) => (
            <DeliveryField
              key={kind}
              label={description}
              value={delivery}
              onChange={(chosen) => choose([{ kind, delivery: chosen }])}
            />
          ))}
        </Box>
      ))}
      <Typography role="status" variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
        {saved && 'Your choice was saved.'}
      </Typography>
    </Box>
  );
}
