import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyDialog } from '@/lib/lazyPart';
import { SectionHeader } from '../SectionHeader';

const PasswordChangeDialog = lazyDialog(
  () => import('./PasswordChangeDialog'),
  'PasswordChangeDialog',
);

export function PasswordChange() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="password">
      <SectionHeader
        id="password"
        title="Password"
        text="Choose one that you use nowhere else. Changing it ends all other sessions."
      >
        <Button variant="outlined" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      </SectionHeader>
      {isOpen && <PasswordChangeDialog onClose={() => setIsOpen(false)} />}
    </section>
  );
}
