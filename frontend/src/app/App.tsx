import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { useToasterNeeded } from '@/lib/toast';
import { AppRoutes } from './AppRoutes';
import { dropUnknownColours } from './colourStorage';
import { lazyPart } from '@/lib/lazyPart';
import { PartBoundary } from './ScreenBoundary';
import { theme } from './theme';
import { WholeBoundary } from './WholeBoundary';

const Toaster = lazyPart(() => import('@/ui/Toaster'));

dropUnknownColours();

interface Props {
  /** The router. The build replaces it, because no browser knows the address there. */
  Router?: ComponentType<{ children: ReactNode }>;
}

export function App({ Router = BrowserRouter }: Props) {
  return (
    <WholeBoundary>
      <ThemeProvider theme={theme()} defaultMode="system" noSsr>
        <CssBaseline enableColorScheme />
        <Router>
          <AppRoutes />
        </Router>
        <PartBoundary floating>{useToasterNeeded() && <Toaster />}</PartBoundary>
      </ThemeProvider>
    </WholeBoundary>
  );
}
