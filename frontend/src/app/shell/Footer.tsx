import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { ShellButton } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { askForConsent, useClicksCounted } from '@/lib/clickConsent';
import { product } from '@/lib/product';
import { paths, type Path } from '../paths';

/** Public screens. */
const links: readonly { path: Path; title: string }[] = [
  { path: paths.dataSource, title: 'Data Dictionary' },
  { path: paths.documents, title: 'Documents' },
  { path: paths.about, title: 'About' },
  { path: paths.contactUs, title: 'Contact Us' },
  { path: paths.log, title: 'Transparency Log' },
  { path: paths.licences, title: 'Licences' },
];

export function Footer() {
  const tracked = useClicksCounted();
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        justifyContent: 'space-between',
        px: { xs: 2, sm: 4 },
        py: 2.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <ShellText variant="body2" quiet>
        {product.name}: transparent access to health data, for research and continuity of care
      </ShellText>
      <Box component="nav" aria-label="Footer" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2.5 }}>
        {links.map(({ path, title }) => (
          <Box
            key={path}
            component={Link}
            to={path}
            sx={{
              fontSize: '0.875rem',
              color: 'text.secondary',
              textDecoration: 'none',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {title}
          </Box>
        ))}
        <ShellText variant="body2" quiet>
          Version {product.version}
        </ShellText>
        {tracked && (
          <ShellButton onClick={askForConsent} look="text" display="inline-flex">
            Click tracking
          </ShellButton>
        )}
      </Box>
    </Box>
  );
}
