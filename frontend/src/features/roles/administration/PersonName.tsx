import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Person } from '@/api/models';
import { fullName } from '@/api/session';

/** A person by name, with the address below. */
export function PersonName({ person }: { person: Person }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" variant="body2" sx={{ fontWeight: 600 }}>
        {fullName(person)}
      </Typography>
      <Typography component="div" variant="caption" color="textSecondary" noWrap>
        {person.org_email ?? person.phone}
      </Typography>
    </Box>
  );
}
