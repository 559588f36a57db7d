import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { lazyDialog } from '@/lib/lazyPart';

const PasswordChangeDialog = lazyDialog(
  () => import('./PasswordChangeDialog'),
  'PasswordChangeDialog',
);

export function PasswordChange() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      component="section"
      aria-labelledby="password"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      <Box sx={{ flex: '1 1 280px' }}>
        <Typography variant="h2" id="password">
          Password
        </Typography>
        <Typography color="textSecondary">
          Choose one that you use nowhere else. Changing it ends all other sessions.
        </Typography>
      </Box>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen && <PasswordChangeDialog onClose={() => setIsOpen(false)} />}
    </Box>
  );
}
