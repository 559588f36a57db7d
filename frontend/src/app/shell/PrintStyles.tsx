import GlobalStyles from '@mui/material/GlobalStyles';
import type { CSSObject } from '@mui/material/styles';

/** Elements that are not printed: navigation and controls. */
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
  // "1–10 of 60" is printed, because it says which rows are shown.
  '.MuiTablePagination-selectLabel',
  '.MuiTablePagination-input',
  '.MuiTablePagination-actions',
  '.MuiTab-root:not(.Mui-selected)',
  '.react-flow__controls',
  '.react-flow__attribution',
  // The buttons of a row and their column.
  '.actions:is(th, td)',
].join(', ');

/**
 * Styles for printing: only the content, in full. `lib/printing.ts` switches to light colours and
 * opens all sections.
 */
const printStyles: CSSObject = {
  '@page': { margin: '14mm' },
  '@media print': {
    [furniture]: { display: 'none !important' },
    // Browsers break a block across pages better than a flex item.
    'body, #root, #root > div': { display: 'block !important', minHeight: '0 !important' },
    '#content': { padding: '0 !important', margin: '0 !important' },
    // Prints content in full that scrolls or is clamped on the screen. Fields are excluded, because
    // they hide part of their outline with a width.
    '#content :not(.react-flow, .react-flow *, .MuiFormControl-root *)': {
      overflow: 'visible !important',
      maxHeight: 'none !important',
      textWrapMode: 'wrap !important',
      WebkitLineClamp: 'none !important',
    },
    // The columns of a sheet have fixed widths for the screen.
    '[role=grid]': { width: '100% !important', tableLayout: 'auto !important' },
    '[role=grid] :is(th, td)': { width: 'auto !important', position: 'static !important' },
    // Paper is narrower than a screen, and narrower spacing breaks fewer words.
    ':is(th, td):not([role=grid] *)': {
      fontSize: '0.75rem !important',
      paddingInline: '6px !important',
    },
    'th:not([role=grid] *)': { overflowWrap: 'normal', whiteSpace: 'normal !important' },
    '.MuiTableCell-root:not([role=grid] *)': { minWidth: '5rem' },
    'tr, li': { breakInside: 'avoid' },
    'h1, h2, h3, h4': { breakAfter: 'avoid' },
    // A closed section may contain a table that was not loaded yet.
    '.MuiSkeleton-root': { display: 'none !important' },
    '[role=status][aria-busy=true]::after': {
      content: '"Not loaded yet when this page was printed."',
    },
    // On paper a placeholder looks like an answer.
    '::placeholder': { opacity: '0 !important' },
    '.MuiCollapse-root': { height: 'auto !important', visibility: 'visible !important' },
    'details::details-content': { contentVisibility: 'visible !important' },
  },
};

/** The print styles. They load after the first screen, to keep the first load small. */
export const PrintStyles = () => <GlobalStyles styles={printStyles} />;
