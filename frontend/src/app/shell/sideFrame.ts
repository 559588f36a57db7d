/** The column of the side menu. It also reserves the space while the menu loads. */
export const sideFrame = {
  width: 232,
  flexShrink: 0,
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;
