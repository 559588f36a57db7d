import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
import { procedureQueries } from '../queries';
import { DrawingEditor } from './DrawingEditor';

/** Loads the stages and links of a procedure and shows the editor, which saves them as a whole. */
export default function DrawingTab({ procedure }: { procedure: ApprovalProcedure }) {
  const id = procedure.approval_procedure_id;
  const loaded = useQuery(procedureQueries.drawing(id));
  const failed = loaded.error && (
    <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
  );
  if (!loaded.data) return failed ?? <RowsSkeleton />;
  return (
    <>
      {failed}
      <DrawingEditor key={id} procedure={procedure} stored={loaded.data} />
    </>
  );
}
