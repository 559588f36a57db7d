import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { useState, type ReactNode } from 'react';

interface Props {
  label: string;
  tooltip?: string;
  icon: ReactNode;
  /** Id of the title inside the dialog. Without it, the dialog has the name of the button. */
  titleId?: string;
  width: number;
  sx?: SystemStyleObject<Theme>;
  children: (close: () => void) => ReactNode;
}

/** A header button that opens a small dialog below it. */
export function ButtonPopover({ label, tooltip = '', icon, titleId, width, sx, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={tooltip} describeChild={false}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {icon}
        </IconButton>
      </Tooltip>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': titleId ? undefined : label,
            'aria-labelledby': titleId,
            variant: 'outlined',
            sx: { width, maxWidth: 'calc(100vw - 32px)', ...sx },
          },
        }}
      >
        {children(close)}
      </Popover>
    </>
  );
}
