import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface Props {
  title: string;
  /** Label of the button: "Add Topic". */
  addLabel: string;
  onAdd: () => void;
}

/** The title above a list, with the button that adds a record. */
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
