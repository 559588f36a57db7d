import GlobalStyles from '@mui/material/GlobalStyles';
import type { CSSObject } from '@mui/material/styles';

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
  // "1–10 of 60" stays: it tells which rows these are.
  '.MuiTablePagination-selectLabel',
  '.MuiTablePagination-input',
  '.MuiTablePagination-actions',
  '.MuiTab-root:not(.Mui-selected)',
  '.MuiTabs-indicator',
  '.react-flow__controls',
  '.react-flow__attribution',
  // The buttons of a row are not printed, nor is their column.
  '.actions:is(th, td)',
].join(', ');

/** A page on paper: its content alone, and the whole of it. `lib/printing.ts` has it drawn in light colours, with all sections open. */
const printStyles: CSSObject = {
  '@page': { margin: '14mm' },
  '@media print': {
    [furniture]: { display: 'none !important' },
    // Browsers divide a block among pages better than the item of a flex box.
    'body, #root, #root > div': { display: 'block !important', minHeight: '0 !important' },
    '#content': { padding: '0 !important', margin: '0 !important' },
    // What scrolls or is cut after some lines is printed whole. Fields hide parts of their frame by their width.
    '#content :not(.react-flow, .react-flow *, .MuiFormControl-root *)': {
      overflow: 'visible !important',
      maxHeight: 'none !important',
      textWrapMode: 'wrap !important',
      WebkitLineClamp: 'none !important',
    },
    // The columns of a sheet have widths for the window.
    '[role=grid]': { width: '100% !important', tableLayout: 'auto !important' },
    '[role=grid] :is(th, td)': { width: 'auto !important', position: 'static !important' },
    // Paper is narrower than a desk: closer columns break fewer words.
    ':is(th, td):not([role=grid] *)': {
      fontSize: '0.75rem !important',
      paddingInline: '6px !important',
    },
    'th:not([role=grid] *)': { overflowWrap: 'normal', whiteSpace: 'normal !important' },
    '.MuiTableCell-root:not([role=grid] *)': { minWidth: '5rem' },
    'tr, li': { breakInside: 'avoid' },
    'h1, h2, h3, h4': { breakAfter: 'avoid' },
    // A closed section may hold a table that nobody has opened yet.
    '.MuiSkeleton-root': { display: 'none !important' },
    '[role=status][aria-busy=true]::after': {
      content: '"Not loaded yet when this page was printed."',
    },
    // On paper an example looks like an answer.
    '::placeholder': { opacity: '0 !important' },
    '.MuiCollapse-root': { height: 'auto !important', visibility: 'visible !important' },
    'details::details-content': { contentVisibility: 'visible !important' },
  },
};

/** Loaded after the first screen: nobody prints before it is there. */
export const PrintStyles = () => <GlobalStyles styles={printStyles} />;
