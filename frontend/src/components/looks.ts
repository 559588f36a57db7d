/** The frame around a part of a page, for `sx`. */
export const framed = {
  px: { xs: 2, sm: 3 },
  py: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

/** Out of sight, and still there for the keyboard and for a screen reader. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  // Paper shows the whole of what is cut on the screen: a column of one pixel would take pages.
  '@media print': { display: 'none' },
} as const;

/** At most so many lines of a text that is told whole elsewhere. */
export const atMostLines = (lines: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: lines,
    overflow: 'hidden',
  }) as const;

/** A telephone that lies on its side, or a page that is enlarged: nothing sticks there, because it would cover most of the rest. */
export const LOW_WINDOW = '@media (max-height: 500px)';
