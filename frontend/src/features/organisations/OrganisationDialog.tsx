import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { useSaveOrganisation } from './mutations';
import { OrganisationFields } from './OrganisationFields';
import { check, describe, EMPTY, inputOf, typedOf } from './organisationForm';
import { organisationQueries } from './queries';

interface Props {
  orgId?: number;
  onClose: () => void;
}

/** Adds or changes an organisation (3 §2.5, §5). */
export function OrganisationDialog({ orgId, onClose }: Props) {
  return orgId === undefined ? (
    <OrganisationForm onClose={onClose} />
  ) : (
    <KnownOrganisation orgId={orgId} onClose={onClose} />
  );
}

function KnownOrganisation({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(
    organisationQueries.organisation(orgId),
  );
  // Waits for fresh data, because another user may have changed the organisation since the list was
  // loaded.
  if (data && isFetchedAfterMount) return <OrganisationForm known={data} onClose={onClose} />;
  return (
    <DialogForm
      title="Edit Organisation"
      cancelLabel="Close"
      refusal={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {!error && <Skeleton variant="rounded" height={360} />}
    </DialogForm>
  );
}

function OrganisationForm({ known, onClose }: { known?: Organisation; onClose: () => void }) {
  const save = useSaveOrganisation(known?.org_id);
  const form = useRecordDialog({
    record: known,
    read: organisationQueries.organisation(known?.org_id ?? 0),
    save,
    empty: EMPTY,
    valuesOf: typedOf,
    check,
    inputOf,
    describe,
    toastsRefusal: true,
    onClose,
  });
  return (
    <RecordDialog form={form} noun="Organisation" title={known && `Edit ${known.name}`}>
      <OrganisationFields form={form} />
    </RecordDialog>
  );
}
