import Typography from '@mui/material/Typography';

/** Beside a role that the organisation does not offer at present: whoever holds it cannot use it. */
export function NotOffered() {
  return (
    <Typography variant="caption" color="warning" sx={{ display: 'block' }}>
      Not offered at present
    </Typography>
  );
}
