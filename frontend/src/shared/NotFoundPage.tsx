import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useRole } from '@/api/session';
import { LightButtonLink } from '@/ui/LightButton';
import { LightText } from '@/ui/LightText';
import { product } from '@/lib/product';
import { homeOf } from '@/app/paths';

/** The screen for unknown paths (3 §2.15). */
export function NotFoundPage() {
  const role = useRole();
  useEffect(() => {
    document.title = `Page not found · ${product.name}`;
  }, []);
  return (
    <Box sx={{ maxWidth: 520, mx: 'auto', py: { xs: 6, md: 12 } }}>
      <LightText variant="h1">404 Page not found!</LightText>
      <LightText quiet sx={{ mt: 1.5, mb: 3 }}>
        Oops! The page you are looking for does not exist. It might have been moved or deleted.
      </LightText>
      <LightButtonLink to={homeOf(role)} look="contained">
        BACK TO HOME
      </LightButtonLink>
    </Box>
  );
}
