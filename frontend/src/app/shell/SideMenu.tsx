import Box from '@mui/material/Box';
import { useRole } from '@/api/session';
import { MenuList } from './MenuList';

/** The menu of somebody signed in, beside the screen from tablet width on. */
export default function SideMenu() {
  const role = useRole();
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{
        display: { xs: 'none', md: 'block' },
        width: 232,
        flexShrink: 0,
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ position: 'sticky', top: 64 }}>
        <MenuList role={role} />
      </Box>
    </Box>
  );
}
