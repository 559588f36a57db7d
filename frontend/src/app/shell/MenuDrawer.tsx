import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { product } from '@/lib/product';
import type { RoleName } from '@/lib/roles';
import { MenuList } from './MenuList';

interface Props {
  open: boolean;
  onClose: () => void;
  role: RoleName | 'Guest';
}

export default function MenuDrawer({ open, onClose, role }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: 280 }, 'aria-label': 'Menu' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 3, pr: 1, height: 64 }}>
        <Typography sx={{ flex: 1, fontWeight: 650 }}>
          {role === 'Guest' ? product.name : role}
        </Typography>
        <IconButton onClick={onClose} aria-label="Close the menu">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box component="nav" aria-label="Main">
        <MenuList role={role} onChoose={onClose} />
      </Box>
    </Drawer>
  );
}
