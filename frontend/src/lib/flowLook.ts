/** Styles shared by all React Flow graphs: frame, attribution and buttons. */

export const attribution = {
  '& .react-flow__attribution, & .react-flow__attribution a': {
    color: 'text.secondary',
    bgcolor: 'transparent',
    fontSize: '0.6875rem',
  },
} as const;

export const controls = {
  '& .react-flow__controls-button': {
    bgcolor: 'background.paper',
    color: 'text.primary',
    borderColor: 'divider',
    '& svg': { fill: 'currentColor' },
  },
} as const;

export const frame = {
  m: 0,
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
} as const;
