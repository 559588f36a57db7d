import Box from '@mui/material/Box';

interface Props {
  label: string;
  children: string;
}

/** Shows a machine-readable text. It can be focused, so that the keyboard scrolls it. */
export function Verbatim({ label, children }: Props) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        m: 0,
        px: 2,
        py: 1.5,
        maxHeight: 320,
        overflow: 'auto',
        borderRadius: 1,
        bgcolor: 'quiet',
        fontFamily: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace',
        fontSize: '0.8125rem',
        lineHeight: 1.6,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
