import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DataItem } from '@/ui/DataList';

interface ApprovalProps {
  committee?: string;
  study: Pick<DataRequest, 'protocol_ref_num'>;
}

/**
 * The approval of a study as items of a `DataList`, used by the wizard and by submitted requests.
 */
export function ApprovalAnswers({ committee, study }: ApprovalProps) {
  return (
    <>
      <DataItem name="Ethics committee">{committee}</DataItem>
      <DataItem name="Protocol reference number">{study.protocol_ref_num}</DataItem>
    </>
  );
}

interface Props {
  request: DataRequest;
  /** The approval letter, if the list shows it. */
  letter?: ReactNode;
}

/** The answers about ethics approval of a submitted request, as items of a `DataList`. */
export function EthicsAnswers({ request, letter }: Props) {
  return (
    <>
      <ApprovalAnswers committee={request.irb_name} study={request} />
      {letter && <DataItem name="Ethics approval letter">{letter}</DataItem>}
      <DataItem name="Exemption">
        {request.exempted
          ? 'The requester claims that the study is exempt from ethics approval'
          : 'Not claimed'}
      </DataItem>
    </>
  );
}
