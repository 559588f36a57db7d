import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
import { procedureQueries } from '../queries';
import { TemplateForm } from './TemplateForm';

/** The template of the approval letter of a procedure (3 §2.7; decisions G3). */
export default function TemplateTab({ procedure }: { procedure: ApprovalProcedure }) {
  const id = procedure.approval_procedure_id;
  const loaded = useQuery(procedureQueries.letter(id));
  const failed = loaded.error && (
    <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
  );
  if (!loaded.data) return failed ?? <RowsSkeleton />;
  return (
    <>
      {failed}
      <TemplateForm key={id} procedureId={id} stored={loaded.data} />
    </>
  );
}
