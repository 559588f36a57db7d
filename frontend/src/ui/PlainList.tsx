import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'ol'> {
  /** `ol` if the order is meaningful. */
  component?: 'ul' | 'ol';
  sx?: SystemStyleObject<Theme>;
}

/** A list without markers, margins and padding. */
export function PlainList({ component = 'ul', sx, ...rest }: Props) {
  return <Box component={component} sx={{ listStyle: 'none', m: 0, p: 0, ...sx }} {...rest} />;
}
