import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { exemption } from '@/components/requests/exemption';
import { RequestDocumentButton } from './RequestDocumentButton';

/** The ethics committee, its reference, and its letters. */
export function EthicsDetails({ request }: { request: DataRequest }) {
  const additional = request.additional_ethics_committee_name?.trim();
  return (
    <DataList>
      <DataItem name="Ethics committee">{request.irb_name}</DataItem>
      <DataItem name="Protocol reference number">{request.protocol_ref_num}</DataItem>
      <DataItem name="Ethics approval letter">
        <RequestDocumentButton
          request={request}
          path={request.ethics_doc_path}
          title="Ethics Approval Letter"
          none="No approval letter attached"
        />
      </DataItem>
      <DataItem name="Exemption">{exemption(request)}</DataItem>
      {(additional || request.additional_IRB_file_path) && (
        <>
          <DataItem name="Additional ethics committee">{additional}</DataItem>
          <DataItem name="Additional ethics letter">
            <RequestDocumentButton
              request={request}
              path={request.additional_IRB_file_path}
              title="Additional Ethics Approval Letter"
              none="No approval letter attached"
            />
          </DataItem>
        </>
      )}
    </DataList>
  );
}
