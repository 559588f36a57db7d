import Button, { type ButtonProps } from '@mui/material/Button';
import type { RefObject } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'sx'> {
  /** The element around the filters, which gets the focus. */
  frame: RefObject<HTMLElement | null>;
  onClear: () => void;
  children?: string;
}

/** Clears the filters of a list. Render it only while there is something to clear. */
export function ClearFilter({ frame, onClear, children = 'Clear Filter', ...look }: Props) {
  return (
    <Button
      {...look}
      onClick={() => {
        // The button disappears, and the focus would be lost with it.
        frame.current?.focus();
        onClear();
      }}
    >
      {children}
    </Button>
  );
}
