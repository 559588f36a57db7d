import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import type { DataRequest } from '@/api/models';
import { mayEdit, openEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';

interface Props {
  request: DataRequest;
  target: EditTarget;
  /** What is edited, for those who hear the button. */
  name: string;
  label?: string;
}

/** Edits a section of a submitted request; nothing where the section may not be edited. */
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
