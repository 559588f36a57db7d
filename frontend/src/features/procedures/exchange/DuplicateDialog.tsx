import { generatePath, useNavigate } from 'react-router';
import { ApiError } from '@/api/errors';
import type { ApprovalProcedure } from '@/api/models';
import { paths } from '@/app/paths';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
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
  const [name, setName] = useFormDraft(
    `duplicate procedure ${procedure.approval_procedure_id}`,
    '',
  );
  const copy = useDuplicate(procedure.approval_procedure_id);
  const navigate = useNavigate();
  const taken = copy.error instanceof ApiError ? copy.error.errors.name?.[0] : undefined;
  return (
    <DialogForm
      title={`Duplicate “${procedure.name}”`}
      submitLabel="Duplicate"
      pending={copy.isPending}
      onClose={onClose}
      onSubmit={() =>
        copy.mutate(name, {
          onSuccess: ({ message, data }) => {
            toast(message, 'success');
            onClose();
            void navigate(
              generatePath(paths.superUserApprovalProcedureOne, {
                approval_id: String(data.approval_procedure_id),
              }),
            );
          },
        })
      }
    >
      <span>
        The copy has the same stages, links and template of the letter. It is not active, whatever
        this procedure is.
      </span>
      <LimitedField
        limit={limits.DuplicateInputBody.name}
        autoFocus
        label="Name of the copy"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={Boolean(taken)}
        helperText={taken ?? `Left empty, it is called “Copy of ${procedure.name}”.`}
      />
      <Refusal error={taken ? null : copy.error} />
    </DialogForm>
  );
}
