import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { DataRequest } from '@/api/models';
import { mayEdit, openEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';

interface RowProps {
  request: DataRequest;
  name: string;
  edit: EditTarget;
  remove: EditTarget;
}

/** Buttons to edit or delete a row in a list of a submitted request. */
export function RowEdits({ request, name, edit, remove }: RowProps) {
  return (
    <>
      <Tooltip title="Edit">
        <IconButton
          size="small"
          aria-label={`Edit ${name}`}
          onClick={() => openEdit(request, edit)}
        >
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title="Delete">
        <IconButton
          size="small"
          color="error"
          aria-label={`Delete ${name}`}
          onClick={() => openEdit(request, remove)}
        >
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}

interface AddProps {
  request: DataRequest;
  label: string;
  target: EditTarget;
}

/**
 * A button to add a row to a list of a submitted request. Renders nothing if the list may not be
 * edited.
 */
export function AddRow({ request, label, target }: AddProps) {
  if (!mayEdit(request, sectionOf(target))) return null;
  return (
    <Box sx={{ mt: 1.5 }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<AddIcon />}
        onClick={() => openEdit(request, target)}
      >
        {label}
      </Button>
    </Box>
  );
}
