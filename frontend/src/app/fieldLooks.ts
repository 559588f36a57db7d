import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * The border of an outlined field. The focused, invalid and disabled states have colours of their
 * own. It has no gap for a label.
 */
export const fieldBorder = ({ theme }: { theme: Theme }): CSSObject => ({
  borderColor: theme.vars.palette.fieldBorder,
  top: 0,
  '& legend': { display: 'none' },
});

/** The label of a field is above it, in full, whether the field is empty or not. */
export const fieldLabel = ({ theme }: { theme: Theme }): CSSObject => ({
  position: 'static',
  transform: 'none',
  maxWidth: 'none',
  marginBottom: 4,
  whiteSpace: 'normal',
  overflow: 'visible',
  fontSize: '0.875rem',
  fontWeight: 600,
  lineHeight: 1.45,
  pointerEvents: 'auto',
  '&:not(.Mui-error, .Mui-disabled)': { color: theme.vars.palette.text.primary },
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
