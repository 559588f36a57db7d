import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { EthicsAnswers } from '@/shared/requests/EthicsAnswers';
import { RequestDocumentButton } from './RequestDocumentButton';

export function EthicsDetails({ request }: { request: DataRequest }) {
  const additional = request.additional_ethics_committee_name?.trim();
  return (
    <DataList>
      <EthicsAnswers
        request={request}
        letter={
          <RequestDocumentButton
            request={request}
            path={request.ethics_doc_path}
            title="Ethics Approval Letter"
            none="No approval letter attached"
          />
        }
      />
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
