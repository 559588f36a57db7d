/** The column of the menu beside the screens, whether the menu is there yet or not. */
export const sideFrame = {
  width: 232,
  flexShrink: 0,
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;
