/** The least height at which nine stages, two a line, keep their labels apart, in pixels. */
export const LEAST_HEIGHT = 480;
/** What the header of the page and the frame of the drawing take of the window, in pixels. */
export const ABOVE_AND_BELOW = 160;
