import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

interface Props {
  /** The rows with warnings about possible duplicates. */
  duplicates: readonly { id: number; similarities: readonly string[] }[];
  id: number;
}

/** Shows the warnings of a row that may be a duplicate of another one. */
export function DuplicateWarnings({ duplicates, id }: Props) {
  const warnings = duplicates.find((duplicate) => duplicate.id === id)?.similarities ?? [];
  return warnings.map((text) => (
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
