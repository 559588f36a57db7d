import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useRole } from '@/api/session';
import { LightButtonLink } from '@/components/LightButton';
import { product } from '@/lib/product';
import { homeOf } from '@/app/paths';

/** What every path without a screen shows (3 §2.15). */
export function NotFoundPage() {
  const role = useRole();
  useEffect(() => {
    document.title = `Page not found · ${product.name}`;
  }, []);
  return (
    <Box sx={{ maxWidth: 520, mx: 'auto', py: { xs: 6, md: 12 } }}>
      <Typography variant="h1">404 Page not found!</Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5, mb: 3 }}>
        Oops! The page you are looking for does not exist. It might have been moved or deleted.
      </Typography>
      <LightButtonLink to={homeOf(role)} look="contained">
        BACK TO HOME
      </LightButtonLink>
    </Box>
  );
}
