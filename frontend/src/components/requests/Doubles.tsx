import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

interface Props {
  /** The rows of a list of which something is told. */
  doubles: readonly { id: number; told: readonly string[] }[];
  id: number;
}

/** Marks a row that looks like another one. */
export function Doubles({ doubles, id }: Props) {
  const told = doubles.find((double) => double.id === id)?.told ?? [];
  return told.map((text) => (
    <Box
      key={text}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        color: 'warning.main',
        fontSize: '0.8125rem',
      }}
    >
      <WarningAmberOutlined sx={{ fontSize: 16 }} aria-hidden />
      {text}
    </Box>
  ));
}
