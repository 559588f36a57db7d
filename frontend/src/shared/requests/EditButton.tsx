import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import type { DataRequest } from '@/api/models';
import { mayEdit, openEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';

interface Props {
  request: DataRequest;
  target: EditTarget;
  /** Names the edited section in the button's accessible name. */
  name: string;
  label?: string;
}

/**
 * Opens the dialog that edits a section of a submitted request. Renders nothing if the section may
 * not be edited.
 */
export function EditButton({ request, target, name, label = 'Edit' }: Props) {
  if (!mayEdit(request, sectionOf(target))) return null;
  return (
    <Button
      size="small"
      startIcon={<EditOutlined />}
      aria-label={`${label}: ${name}`}
      onClick={() => openEdit(request, target)}
      sx={{ flexShrink: 0 }}
    >
      {label}
    </Button>
  );
}
