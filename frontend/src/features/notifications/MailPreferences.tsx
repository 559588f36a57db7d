import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { MailPreference } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
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
        Choose which notifications you also get by email. You always see all of them here. Codes and
        emails about the security of your account are always sent.
      </Typography>
      {grouped(data).map((group) => (
        <Box
          component="fieldset"
          key={group.title}
          sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid' }}
        >
          <Typography component="legend" variant="h4" sx={{ mb: 0.5, p: 0 }}>
            {group.title}
          </Typography>
          {group.preferences.map(({ kind, description, by_mail }) => (
            <FormControlLabel
              key={kind}
              label={description}
              labelPlacement="start"
              control={
                <Switch
                  checked={by_mail}
                  onChange={(_, checked) => choose({ kind, by_mail: checked })}
                />
              }
              sx={{
                m: 0,
                py: 0.25,
                gap: 2,
                justifyContent: 'space-between',
                borderTop: 1,
                borderColor: 'divider',
              }}
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
