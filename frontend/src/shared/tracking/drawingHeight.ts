/** Minimum height in pixels at which the labels of nine stages, two to a line, do not overlap. */
export const MIN_HEIGHT = 480;
/** Height of the page's header and the drawing's frame, in pixels. */
export const ABOVE_AND_BELOW = 160;
