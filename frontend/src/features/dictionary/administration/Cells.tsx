import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';

/** A long text of a list, of which three lines are shown; all of it stands in the dialog of the row. */
export function Excerpt({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 3,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}

interface Props {
  value: boolean;
  yes?: string;
  no?: string;
}

/** A check or a cross, and the word for it. */
export function YesOrNo({ value, yes = 'Yes', no = 'No' }: Props) {
  const Icon = value ? CheckCircleOutlined : CancelOutlined;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Icon fontSize="small" aria-hidden color={value ? 'success' : 'disabled'} />
      {value ? yes : no}
    </Box>
  );
}
