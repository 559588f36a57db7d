import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CopyButton } from '@/ui/CopyButton';

/** Shows the address of a new calendar feed, once. */
export function FeedAddress({ address }: { address: string }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography>
        Copy this address, and subscribe to it in your calendar program. You won&rsquo;t see it
        again.
      </Typography>
      <Typography
        component="code"
        sx={{
          fontFamily: 'monospace',
          overflowWrap: 'anywhere',
          p: 1.5,
          borderRadius: 1,
          bgcolor: 'quiet',
        }}
      >
        {address}
      </Typography>
      <CopyButton text={address} what="the address" />
    </Box>
  );
}
