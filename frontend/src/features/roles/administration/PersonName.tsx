import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Person } from '@/api/models';
import { fullName } from '@/api/session';
import { MixedScripts } from '@/shared/accounts/MixedScripts';

/**
 * Shows a person's name and address. Erased accounts show their number instead, to distinguish
 * them.
 */
export function PersonName({ person }: { person: Person }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" variant="body2" sx={{ fontWeight: 600 }}>
        {fullName(person)}
      </Typography>
      <Typography component="div" variant="caption" color="textSecondary" noWrap>
        {person.erased ? `Account ${person.user_id}` : (person.org_email ?? person.phone)}
      </Typography>
      <MixedScripts scripts={person.name_scripts} />
    </Box>
  );
}
