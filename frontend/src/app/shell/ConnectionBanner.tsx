import Box from '@mui/material/Box';
import { useConnection, useOutdated } from '@/api/connection';
import { ShellButton } from '@/ui/ShellButton';

const words = {
  offline: 'You are offline.',
  down: "We can't reach the server right now.",
} as const;

/** Shows that the connection is lost, or that a new version of the application was installed. */
export function ConnectionBanner() {
  const connection = useConnection();
  const outdated = useOutdated();
  const lost = connection !== 'up';
  return (
    <Box role="status">
      {(lost || outdated) && (
        <Box
          sx={(theme) => ({
            px: 2,
            py: 0.75,
            textAlign: 'center',
            fontSize: '0.875rem',
            fontWeight: 500,
            color: theme.vars.palette.status.unattended.main,
            bgcolor: theme.vars.palette.status.unattended.tint,
          })}
        >
          {lost
            ? `${words[connection]} What you see may be out of date; it refreshes when the connection is back.`
            : 'A new version is available. Reload to use it.'}
          {!lost && <ShellButton onClick={() => location.reload()}>Reload</ShellButton>}
        </Box>
      )}
    </Box>
  );
}
