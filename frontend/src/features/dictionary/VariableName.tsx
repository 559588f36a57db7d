import Box from '@mui/material/Box';
import type { Variable } from '@/api/models';
import { Marked } from '@/components/Marked';

interface Props {
  variable: Variable;
  onOpen: (variable: Variable) => void;
}

/** The name of a variable, which opens its details; red where it identifies a person. */
export function VariableName({ variable, onOpen }: Props) {
  return (
    <Box
      component="button"
      type="button"
      onClick={() => onOpen(variable)}
      sx={{
        p: 0,
        border: 0,
        bgcolor: 'transparent',
        font: 'inherit',
        fontWeight: 600,
        textAlign: 'left',
        overflowWrap: 'anywhere',
        cursor: 'pointer',
        color: variable.is_identifiable ? 'pii' : 'primary.main',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      <Marked text={variable.var_name} hits={variable.hits} />
    </Box>
  );
}
