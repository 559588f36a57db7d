import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';

/** The button that opens the add dialog of the current tab (3 §2.7). */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="contained" startIcon={<Add />} onClick={onClick}>
      {label}
    </Button>
  );
}
