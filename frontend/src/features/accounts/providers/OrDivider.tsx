import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';

/** The line between two ways to sign in. */
export function OrDivider() {
  return (
    <Divider>
      <Typography component="span" variant="body2" color="textSecondary">
        or
      </Typography>
    </Divider>
  );
}
