import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useRole, useSession } from '@/api/session';
import { BrandMark } from '@/ui/BrandMark';
import { ShellButton } from '@/ui/ShellButton';
import { ShellIcon } from '@/ui/ShellIcon';
import { LOW_WINDOW } from '@/ui/looks';
import { product } from '@/lib/product';
import { openSignIn, openSignUp } from '@/lib/accountDialog';
import { lazyPart } from '@/lib/lazyPart';
import { lazyPartWithQueries } from '../lazyPartWithQueries';
import { isOpen, menuOf } from '../menu';
import { paths } from '../paths';
import { PartBoundary } from '../ScreenBoundary';

const MenuDrawer = lazyPart(() => import('./MenuDrawer'));
const UserArea = lazyPartWithQueries(() => import('./UserArea'));

function ColourModeSwitch() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <ShellButton
      look="icon"
      onClick={() => setMode(dark ? 'light' : 'dark')}
      aria-label={dark ? 'Use light colours' : 'Use dark colours'}
    >
      <ShellIcon shape={dark ? 'sun' : 'moon'} />
    </ShellButton>
  );
}

function GuestLinks() {
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5, ml: 3 }}
    >
      {menuOf('Guest').map((entry) => (
        <Box
          key={entry.path}
          component={Link}
          to={entry.path}
          className={isOpen(entry, pathname) ? 'active' : undefined}
          aria-current={isOpen(entry, pathname) ? 'page' : undefined}
          sx={{
            px: 1.5,
            py: 0.75,
            borderRadius: 1,
            color: 'text.secondary',
            fontSize: '0.9375rem',
            fontWeight: 500,
            textDecoration: 'none',
            '&:hover': { color: 'text.primary', bgcolor: 'quiet' },
            '&.active': { color: 'primary.main', fontWeight: 600 },
          }}
        >
          {entry.title}
        </Box>
      ))}
    </Box>
  );
}

function GuestButtons() {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <ShellButton onClick={openSignIn} look="outlined">
        Sign In
      </ShellButton>
      <ShellButton onClick={openSignUp}>Sign Up</ShellButton>
    </Box>
  );
}

/** The bar at the top of every screen (1 §2.5). */
export function Header() {
  const session = useSession();
  const role = useRole();
  /** Undefined until the drawer is first opened. */
  const [drawerOpen, setDrawerOpen] = useState<boolean>();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        [LOW_WINDOW]: { position: 'static' },
        top: 0,
        zIndex: 'appBar',
        height: 64,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        px: { xs: 1, sm: 3 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <ShellButton
        look="icon"
        display={{ xs: 'inline-flex', md: 'none' }}
        onClick={() => setDrawerOpen(true)}
        aria-label="Open the menu"
        aria-expanded={drawerOpen === true}
      >
        <ShellIcon shape="menu" size={24} />
      </ShellButton>
      <Box
        component={Link}
        to={paths.root}
        aria-label={`${product.name}, home`}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 0.5,
          borderRadius: 1,
          color: 'text.primary',
          fontSize: '1.1875rem',
          fontWeight: 680,
          letterSpacing: '-0.02em',
          textDecoration: 'none',
        }}
      >
        <BrandMark />
        {/* Hidden on a phone, where the buttons need the space even if the name is short. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {product.name}
        </Box>
      </Box>
      {!session && <GuestLinks />}
      <Box sx={{ flex: 1 }} />
      <ColourModeSwitch />
      {session ? (
        <PartBoundary wait={<Box sx={{ width: 160 }} />}>
          <UserArea session={session} role={role} />
        </PartBoundary>
      ) : (
        <GuestButtons />
      )}
      {drawerOpen !== undefined && (
        <PartBoundary>
          <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} role={role} />
        </PartBoundary>
      )}
    </Box>
  );
}
