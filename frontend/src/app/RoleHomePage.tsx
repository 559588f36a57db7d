import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useRole, useSession } from '@/api/session';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { menuOf } from './menu';
import { homeOf } from './paths';

/**
 * The home page of a role that has no screen of its own for it: a greeting and the entries of its
 * menu.
 */
export default function RoleHomePage() {
  const session = useSession();
  const role = useRole();
  const entries = menuOf(role).filter(({ path }) => path !== homeOf(role));
  return (
    <Box sx={{ maxWidth: 960, mx: 'auto' }}>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose={`You are signed in as ${role}. From here, you can go to:`}
      />
      <PlainList
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {entries.map(({ path, title }) => (
          <li key={path}>
            <Box
              component={Link}
              to={path}
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                px: 2.5,
                py: 2,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                bgcolor: 'background.paper',
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': { borderColor: 'primary.main' },
              }}
            >
              <Typography component="span" sx={{ fontWeight: 600 }}>
                {title}
              </Typography>
              <ArrowForward fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />
            </Box>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}
