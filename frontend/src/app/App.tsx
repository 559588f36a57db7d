import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { useToasterNeeded } from '@/lib/toast';
import { AppRoutes } from './AppRoutes';
import { theme } from './theme';

const Toaster = lazy(() => import('@/components/Toaster'));

export function App() {
  return (
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline enableColorScheme />
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
      <Suspense fallback={null}>{useToasterNeeded() && <Toaster />}</Suspense>
    </ThemeProvider>
  );
}
