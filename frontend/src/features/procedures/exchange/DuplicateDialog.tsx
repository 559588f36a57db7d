import { generatePath, useNavigate } from 'react-router';
import type { ApprovalProcedure } from '@/api/models';
import { paths } from '@/app/paths';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useDuplicate } from '../mutations';
import { Refusal } from '../Refusal';

interface Props {
  procedure: ApprovalProcedure;
  onClose: () => void;
}

/** Copies a procedure with its stages, links and template, and opens the copy. */
export function DuplicateDialog({ procedure, onClose }: Props) {
  const navigate = useNavigate();
  const form = useRecordForm({
    name: `duplicate procedure ${procedure.approval_procedure_id}`,
    initial: { name: '' },
    check: () => ({}),
    save: useDuplicate(procedure.approval_procedure_id),
    inputOf: ({ name }) => name,
    onSaved: ({ message, data }) => {
      toast(message, 'success');
      onClose();
      void navigate(
        generatePath(paths.superUserApprovalProcedureOne, {
          approval_id: String(data.approval_procedure_id),
        }),
      );
    },
  });
  return (
    <DialogForm
      title={`Duplicate “${procedure.name}”`}
      submitLabel="Duplicate"
      pending={form.pending}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <span>
        The copy has the same stages, links and letter template. It is not active, even if this
        procedure is.
      </span>
      <LimitedField
        {...form.text('name', `If left empty, the name is “Copy of ${procedure.name}”.`)}
        limit={limits.DuplicateInputBody.name}
        autoFocus
        label="Name of the copy"
      />
      <Refusal error={form.refusal} />
    </DialogForm>
  );
}
