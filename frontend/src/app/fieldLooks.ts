import type { CSSObject, Theme } from '@mui/material/styles';

/** The border of an outlined field. The focus, an error and a disabled field have colours of their own. */
export const fieldBorder = ({ theme }: { theme: Theme }): CSSObject => ({
  borderColor: theme.vars.palette.fieldBorder,
});

/** A multi-line field measures its text in a second, hidden textarea that is always read-only. */
const readOnly = '&:has(> [readonly]:not([aria-hidden]))';

/** A field that only shows its text looks like one. */
export const fieldLook = ({ theme }: { theme: Theme }): CSSObject => ({
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
