import Box from '@mui/material/Box';
import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface Props {
  variant?: 'h1' | 'h2' | 'h3' | 'body1' | 'body2';
  /** Secondary text. */
  quiet?: boolean;
  id?: string;
  sx?: SystemStyleObject<Theme>;
  children: ReactNode;
}

/**
 * A heading or paragraph of the shell and the landing page. It looks like MUI's Typography but is
 * smaller, for a fast first load. Screens use MUI's Typography.
 */
export function ShellText({ variant = 'body1', quiet = false, sx, ...props }: Props) {
  const component = variant === 'body1' || variant === 'body2' ? 'p' : variant;
  const color = quiet ? 'text.secondary' : undefined;
  return <Box component={component} {...props} sx={{ m: 0, typography: variant, color, ...sx }} />;
}
