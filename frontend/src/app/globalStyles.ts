import type { CSSObject } from '@mui/material/styles';
import { LOW_WINDOW } from '@/components/looks';

/**
 * What gets the focus is scrolled out from under the header, toasts and the bars at the foot of the window. `--toasts` is the lower edge
 * of the toasts, the other two are the heights of the bars (`components/bars.ts`).
 */
export const keepFocusInView: CSSObject = {
  html: {
    scrollPaddingTop: 'calc(max(64px, var(--toasts, 0px)) + 12px)',
    scrollPaddingBottom: 'calc(var(--consent-bar, 0px) + var(--page-bar, 0px) + 12px)',
    [LOW_WINDOW]: {
      scrollPaddingTop: 'calc(var(--toasts, 0px) + 12px)',
      scrollPaddingBottom: 12,
    },
  },
};

/** Parts of the application that are no part of what it shows. */
const furniture = [
  'body > #root > header',
  'body > #root > footer',
  'nav',
  '[data-bar]',
  '[data-skip-link]',
  '.notistack-SnackbarContainer',
  '.MuiButton-root',
  '.MuiIconButton-root',
  '.MuiFab-root',
  '.MuiTablePagination-root',
  '.MuiTab-root:not(.Mui-selected)',
  '.MuiTabs-indicator',
  '.react-flow__controls',
  '.react-flow__attribution',
].join(', ');

/** A page on paper: its content alone, and the whole of it. `lib/printing.ts` has it drawn in light colours, with all sections open. */
export const printStyles: CSSObject = {
  '@page': { margin: '14mm' },
  '@media print': {
    [furniture]: { display: 'none !important' },
    'body, #root, #root > div': { minHeight: '0 !important' },
    '#content': { padding: '0 !important', margin: '0 !important' },
    // What scrolls, or has a height of its own, is printed whole.
    '#content :not(.react-flow, .react-flow *)': {
      overflow: 'visible !important',
      maxHeight: 'none !important',
    },
    // A closed section may hold a table that nobody has opened yet.
    '.MuiSkeleton-root': { display: 'none !important' },
    '[role=status][aria-busy=true]::after': {
      content: '"Not loaded yet when this page was printed."',
    },
    // On paper an example looks like an answer.
    '::placeholder': { opacity: '0 !important' },
    '.MuiCollapse-root': { height: 'auto !important', visibility: 'visible !important' },
  },
};
