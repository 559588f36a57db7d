import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';

export const HEAD_HEIGHT = 44;
export const ROW_HEIGHT = 52;

export const boxLook: SystemStyleObject<Theme> = {
  '& .pick': {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: 42,
    height: 42,
    color: 'primary.main',
    cursor: 'pointer',
  },
  '& .pick:has(:disabled)': { cursor: 'default' },
  '& .pick input': {
    width: 18,
    height: 18,
    m: 0,
    accentColor: 'var(--mui-palette-primary-main)',
    cursor: 'inherit',
  },
};

/**
 * All styles are on the table, because styles on each cell would dominate the cost of a row. Each
 * row is a grid with the same tracks, because table columns cannot combine fr and a minimum width.
 */
export const tableLook: SystemStyleObject<Theme> = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflowX: 'auto',
  bgcolor: 'background.paper',
  fontSize: '0.875rem',
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  '& table, & thead, & tbody': { display: 'block' },
  '& tr': { display: 'grid', gridTemplateColumns: 'var(--tracks)' },
  '& thead': { bgcolor: 'quiet' },
  '& tbody tr': { minHeight: ROW_HEIGHT, borderTop: 1, borderColor: 'divider' },
  '& tbody tr:hover': { bgcolor: 'quiet' },
  // A repeated group has no line of its own, and its name is left to screen readers and paper.
  '& tbody tr.repeats': { borderTopColor: 'transparent' },
  '& tbody tr.repeats > td:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
  '@media screen': { '& tbody tr.repeats > td:first-of-type > div': { opacity: 0 } },
  '& tbody tr.chosen': {
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 8%, transparent)',
  },
  '& td, & th': {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    px: 1.25,
    textAlign: 'left',
  },
  '& td': { py: 0.75 },
  '& td > div': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& th': { minHeight: HEAD_HEIGHT, fontWeight: 620, lineHeight: 1.25 },
  '& th[aria-sort]': { cursor: 'pointer' },
  '& th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 0.5,
    minHeight: 28,
    p: 0,
    border: 0,
    borderRadius: '4px',
    bgcolor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'inherit',
  },
  '& th svg': {
    width: 16,
    height: 16,
    flexShrink: 0,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  '& th[aria-sort=none] svg': { opacity: 0 },
  '& th[aria-sort=none]:hover svg, & th[aria-sort=none] button:focus-visible svg': { opacity: 0.5 },
  // Paper cannot scroll, so the columns share its width.
  '@media print': {
    '& table': { minWidth: '0 !important' },
    '& tr': {
      gridTemplateColumns: 'none',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
    },
    '& .select, & .actions': { display: 'none' },
  },
  '& .actions': { justifyContent: 'flex-end' },
  '& td.actions > div': { display: 'flex', gap: 0.5, overflow: 'visible' },
  '& .select': { justifyContent: 'center', p: 0 },
  ...boxLook,
};

export const stripes: SystemStyleObject<Theme> = {
  '& tbody tr:nth-of-type(even):not(:hover)': { bgcolor: 'quiet' },
};

/** Shows the whole content of each cell: long words wrap. */
export const compactLook: SystemStyleObject<Theme> = {
  '& tbody > tr': { minHeight: 0 },
  '& tbody td': { alignItems: 'start' },
  '& tbody td > div': { overflow: 'visible', overflowWrap: 'anywhere' },
};
