import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRole } from '@/api/session';
import { LOW_WINDOW } from '@/ui/looks';
import { MenuList } from './MenuList';
import { sideFrame } from './sideFrame';

/** Shows the menu of the current role beside the page, in windows of at least 900 px. */
export default function SideMenu() {
  const role = useRole();
  // Narrower windows show the menu in the drawer.
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  if (isNarrow) return null;
  return (
    <Box component="nav" aria-label="Main" sx={sideFrame}>
      <Box sx={{ position: 'sticky', [LOW_WINDOW]: { position: 'static' }, top: 64 }}>
        <MenuList role={role} />
      </Box>
    </Box>
  );
}
