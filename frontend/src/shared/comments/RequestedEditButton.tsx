import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import type { DataRequest, StateComment } from '@/api/models';
import { mayEdit, openEdit, type EditTarget } from '@/lib/requestEdits';
import { sectionNamed, type SectionKey } from '@/lib/requestSections';

/** The sections that are edited in one form. */
const forms = ['principal', 'ethics', 'agreement', 'dataFormat', 'dataSource'] as const;

const formOf = (section: SectionKey): EditTarget | undefined => {
  const kind = forms.find((known) => known === section);
  return kind && { kind };
};

interface Props {
  request: DataRequest;
  comment: StateComment;
  /** Navigates to sections that are edited elsewhere, row by row. */
  elsewhere: Partial<Record<SectionKey, () => void>>;
}

/**
 * A button to edit the section that a comment asks to change. The edit counts as an answer to the
 * comment. Renders nothing if the reader may not edit the section.
 */
export function RequestedEditButton({ request, comment, elsewhere }: Props) {
  const section = sectionNamed(comment.section);
  if (!section || !comment.action_required || !mayEdit(request, section)) return null;
  const form = formOf(section);
  const open = elsewhere[section] ?? (form && (() => openEdit(request, form, comment.comment_id)));
  if (!open) return null;
  return (
    <Button
      size="small"
      variant="contained"
      startIcon={<EditOutlined />}
      aria-label={`Edit section: ${comment.section}`}
      onClick={open}
    >
      Edit
    </Button>
  );
}
