/** The frame around a section of a page, for `sx`. */
export const cardSx = {
  px: { xs: 2, sm: 3 },
  py: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** Large digits for the field of a code. */
export const codeDigits = {
  fontSize: '1.25rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
} as const;

/** Hides an element visually, but not from the keyboard and screen readers. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  // Elements clipped on screen are printed in full: a column of one pixel would take pages.
  '@media print': { display: 'none' },
} as const;

/** Truncates a text to some lines, if the full text is shown elsewhere. */
export const clampLines = (lines: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: lines,
    overflow: 'hidden',
  }) as const;

/**
 * A phone in landscape mode, or a page that is zoomed in. Nothing is sticky there, because it would
 * cover most of the page.
 */
export const LOW_WINDOW = '@media (max-height: 500px)';
