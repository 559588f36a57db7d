import Box from '@mui/material/Box';
import type { ButtonProps } from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import type { SystemStyleObject } from '@mui/system';
import { cloneElement, useId, useState, type ReactElement } from 'react';
import { visuallyHidden } from './looks';

interface Props {
  /** Reason for which the action is disabled. Empty if it is enabled. */
  refusal?: string | null;
  /** The button, with an `aria-label`. */
  children: ReactElement<
    Pick<ButtonProps, 'aria-disabled' | 'aria-describedby' | 'onClick'> & {
      sx?: SystemStyleObject<Theme>;
    }
  >;
}

const dimmed = {
  '&&': { color: 'action.disabled', borderColor: 'action.disabledBackground', cursor: 'default' },
};

/**
 * The button of an action that may be disabled. A disabled button stays focusable and shows the
 * reason on hover, focus and press.
 */
export function DisabledAction({ refusal, children }: Props) {
  const reason = useId();
  const [shown, setShown] = useState(false);
  if (!refusal) return children;
  return (
    <>
      <Tooltip
        title={refusal}
        open={shown}
        onOpen={() => setShown(true)}
        onClose={() => setShown(false)}
      >
        {cloneElement(children, {
          'aria-disabled': true,
          'aria-describedby': reason,
          onClick: () => setShown(true),
          sx: { ...children.props.sx, ...dimmed },
        })}
      </Tooltip>
      <Box component="span" id={reason} sx={visuallyHidden}>
        {refusal}
      </Box>
    </>
  );
}
