import Box from '@mui/material/Box';
import { useEffect, useRef, type ComponentProps } from 'react';

interface Props extends Pick<ComponentProps<'input'>, 'checked' | 'disabled' | 'onChange'> {
  label: string;
  indeterminate?: boolean;
}

/** The browser's own box: there are fifty of them on a page, and one of MUI's costs as much as the rest of its row. */
export function RowCheckbox({ label, indeterminate = false, ...props }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        width: 42,
        height: 42,
        cursor: 'pointer',
        '& input': { width: 18, height: 18, m: 0, accentColor: 'currentcolor', cursor: 'inherit' },
        color: 'primary.main',
        '&:has(:disabled)': { cursor: 'default' },
      }}
    >
      <input {...props} ref={box} type="checkbox" aria-label={label} />
    </Box>
  );
}
