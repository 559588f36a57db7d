import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * The border of an outlined field. The focused, invalid and disabled states have colours of their
 * own.
 */
export const fieldBorder = ({ theme }: { theme: Theme }): CSSObject => ({
  borderColor: theme.vars.palette.fieldBorder,
});

/**
 * Matches read-only fields. Excludes the hidden textarea in which a multi-line field measures its
 * text, because it is always read-only.
 */
const readOnly = '&:has(> [readonly]:not([aria-hidden]))';

/** Fills fields like paper and gives read-only ones a distinct style. */
export const fieldLook = ({ theme }: { theme: Theme }): CSSObject => ({
  backgroundColor: theme.vars.palette.background.paper,
  [readOnly]: { backgroundColor: theme.vars.palette.quiet },
  [`${readOnly}:not(.Mui-focused) fieldset`]: {
    borderStyle: 'dashed',
  },
  '@media (hover: none)': {
    '&:hover:not(.Mui-focused, .Mui-error) fieldset': {
      borderColor: theme.vars.palette.fieldBorder,
    },
  },
});
