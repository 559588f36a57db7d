import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { BrowserRouter } from 'react-router';
import { useToasterNeeded } from '@/lib/toast';
import { AppRoutes } from './AppRoutes';
import { colourStorage } from './colourStorage';
import { lazyPart } from '@/lib/lazyPart';
import { PartBoundary } from './ScreenBoundary';
import { theme } from './theme';
import { WholeBoundary } from './WholeBoundary';

const Toaster = lazyPart(() => import('@/components/Toaster'));

export function App() {
  return (
    <WholeBoundary>
      <ThemeProvider theme={theme} defaultMode="system" storageManager={colourStorage} noSsr>
        <CssBaseline enableColorScheme />
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
        <PartBoundary floating>{useToasterNeeded() && <Toaster />}</PartBoundary>
      </ThemeProvider>
    </WholeBoundary>
  );
}
