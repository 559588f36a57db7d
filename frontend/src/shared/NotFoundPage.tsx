import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useRole } from '@/api/session';
import { ShellButtonLink } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { product } from '@/lib/product';
import { homeOf } from '@/app/paths';

/** The screen for unknown paths (3 §2.15). */
export function NotFoundPage() {
  const role = useRole();
  useEffect(() => {
    document.title = `Page not found · ${product.name}`;
  }, []);
  return (
    <Box sx={{ maxWidth: 520, py: { xs: 6, md: 12 } }}>
      <ShellText variant="h1">404 Page not found!</ShellText>
      <ShellText quiet sx={{ mt: 1.5, mb: 3 }}>
        Oops! The page you are looking for does not exist. It might have been moved or deleted.
      </ShellText>
      <ShellButtonLink to={homeOf(role)} look="contained">
        BACK TO HOME
      </ShellButtonLink>
    </Box>
  );
}
