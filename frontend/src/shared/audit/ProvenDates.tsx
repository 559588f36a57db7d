import type { DataRequest } from '@/api/models';
import { DataItem } from '@/ui/DataList';
import { formatDate } from '@/lib/dates';
import { RequestProof } from './RequestProof';

interface Props {
  request: DataRequest;
}

/** The date on which a request was submitted, with its proof. */
export function SubmittedOn({ request: { request_id: requestId, submitted_on: on } }: Props) {
  return (
    <DataItem name="Submitted on">
      {formatDate(on)}
      <RequestProof requestId={requestId} act={{ kind: 'request.submitted' }} beside />
    </DataItem>
  );
}

/**
 * The date on which the data of a request was released, with its proof. Renders nothing before the
 * release.
 */
export function ReleasedOn({ request }: Props) {
  const on = request.requested_datasets.find(({ release_date: day }) => day)?.release_date;
  if (!on) return null;
  return (
    <DataItem name="Data released on">
      {formatDate(on)}
      <RequestProof requestId={request.request_id} act={{ kind: 'request.released' }} beside />
    </DataItem>
  );
}
