import Typography from '@mui/material/Typography';

/** Marks a role that the organisation does not offer right now. Its holders cannot use it. */
export function NotOffered() {
  return (
    <Typography variant="caption" color="warning" sx={{ display: 'block' }}>
      Not offered right now
    </Typography>
  );
}
