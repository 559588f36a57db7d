import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'ol'> {
  /** `ol` where the order says something. */
  component?: 'ul' | 'ol';
  sx?: SystemStyleObject<Theme>;
}

/** A list without marks and without room of its own. */
export function PlainList({ component = 'ul', sx, ...rest }: Props) {
  return <Box component={component} sx={{ listStyle: 'none', m: 0, p: 0, ...sx }} {...rest} />;
}
