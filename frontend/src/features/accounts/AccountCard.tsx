import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { cardSx } from '@/ui/looks';
import { PageHeader } from '@/ui/PageHeader';

interface Props {
  title: string;
  purpose?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}

/** A page with one short form. */
export function AccountCard({ title, purpose, above, children }: Props) {
  return (
    <Box sx={{ maxWidth: 520 }}>
      <PageHeader title={title} purpose={purpose} above={above} />
      <Box sx={{ ...cardSx, py: 3 }}>{children}</Box>
    </Box>
  );
}
