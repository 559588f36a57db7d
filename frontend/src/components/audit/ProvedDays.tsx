import type { DataRequest } from '@/api/models';
import { DataItem } from '@/components/DataList';
import { formatDate } from '@/lib/dates';
import { RequestProof } from './RequestProof';
import { useProvedAct } from './requestProofs';

interface Props {
  request: DataRequest;
}

/** The day on which a request was submitted, with the proof. */
export function SubmittedOn({ request: { request_id: requestId, submitted_on: on } }: Props) {
  return (
    <DataItem name="Submitted on">
      {formatDate(on)}
      <RequestProof requestId={requestId} act={{ kind: 'request.submitted' }} />
    </DataItem>
  );
}

/** The day on which the data of a request was released, with the proof; nothing where the record tells of no release. */
export function ReleasedOn({ request: { request_id: requestId } }: Props) {
  const act = { kind: 'request.released' } as const;
  const release = useProvedAct(requestId, act);
  if (!release) return null;
  return (
    <DataItem name="Data released on">
      {formatDate(release.at)}
      <RequestProof requestId={requestId} act={act} />
    </DataItem>
  );
}
