import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { Theme } from '@mui/material/styles';

export type StatusColourName = keyof Theme['palette']['status'];

interface Props {
  colour: StatusColourName;
  icon: typeof SvgIcon;
  label: string;
}

/** A label with a colour and an icon, for anything that has a state. */
export function StateChip({ colour, icon: Icon, label }: Props) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        pl: 0.75,
        pr: 1.125,
        py: 0.25,
        borderRadius: 4,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
        color: theme.vars.palette.status[colour].main,
        bgcolor: theme.vars.palette.status[colour].tint,
      })}
    >
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {label}
    </Box>
  );
}
