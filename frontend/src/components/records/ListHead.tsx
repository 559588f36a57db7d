import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface Props {
  title: string;
  /** What the button adds: "Add Topic". */
  addLabel: string;
  onAdd: () => void;
}

/** What stands above a list: what it is a list of, and the button that adds to it. */
export function ListHead({ title, addLabel, onAdd }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        mb: 2,
      }}
    >
      <Typography variant="h2">{title}</Typography>
      <Button variant="contained" startIcon={<AddOutlined />} onClick={onAdd}>
        {addLabel}
      </Button>
    </Box>
  );
}
