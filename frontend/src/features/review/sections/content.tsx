import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DevicesTable } from '@/shared/requests/DevicesTable';
import { count } from '@/lib/numbers';
import type { SectionKey } from '@/lib/requestSections';
import { variablesCount } from '@/lib/requestVariables';
import { ChainDetails } from './ChainDetails';
import { ChainSummary } from './ChainSummary';
import { DataFormatDetails } from './DataFormatDetails';
import { DataSourceDetails } from './DataSourceDetails';
import { EthicsDetails } from './EthicsDetails';
import { PrincipalDetails } from './PrincipalDetails';
import { RequestDocumentButton } from './RequestDocumentButton';
import { SpecificationDetails } from './SpecificationDetails';
import { stagesOf } from '@/shared/tracking/stagesOf';
import { StaffDetails } from './StaffDetails';

interface Content {
  /** A summary in a few words, shown even while the section is closed. */
  answer: (request: DataRequest) => ReactNode;
  details: (request: DataRequest) => ReactNode;
}

const yesNo = (given: unknown) => (given ? 'Yes' : 'No');

export const contents: Record<SectionKey, Content> = {
  principal: {
    answer: (request) => `${request.principal_fname} ${request.principal_sname}`,
    details: (request) => <PrincipalDetails request={request} dense />,
  },
  chain: {
    answer: (request) => stagesOf(request).length > 0 && <ChainSummary request={request} />,
    details: (request) => <ChainDetails request={request} />,
  },
  ethics: {
    answer: ({ ethics_doc_path, exempted }) =>
      yesNo(ethics_doc_path) + (exempted ? ', exemption claimed' : ''),
    details: (request) => <EthicsDetails request={request} />,
  },
  agreement: {
    answer: ({ file_path }) => yesNo(file_path),
    details: (request) => (
      <RequestDocumentButton
        request={request}
        path={request.file_path}
        title="Data Sharing Agreement"
      />
    ),
  },
  dataFormat: {
    answer: ({ data_format }) => data_format,
    details: (request) => <DataFormatDetails request={request} />,
  },
  dataSource: {
    answer: ({ requested_datasets }) =>
      requested_datasets.map(({ data_source }) => data_source.source).join(', '),
    details: (request) => <DataSourceDetails request={request} />,
  },
  specification: {
    answer: (request) => {
      const filed = yesNo(request.data_specs_path);
      const variables = variablesCount(request);
      return variables > 0 ? `${filed}, ${count(variables, 'variable')}` : filed;
    },
    details: (request) => (
      <SpecificationDetails
        request={request}
        form={
          <RequestDocumentButton
            request={request}
            path={request.data_specs_path}
            title="Data Specification Form"
          />
        }
      />
    ),
  },
  devices: {
    answer: ({ list_of_devices: { length } }) =>
      length > 0 ? `Yes, ${count(length, 'device')}` : 'No',
    details: (request) => <DevicesTable request={request} editable />,
  },
  staff: {
    answer: ({ list_of_staff: { length } }) =>
      length > 0 ? `Yes, ${count(length, 'person', 'people')}` : 'No',
    details: (request) => <StaffDetails request={request} editable />,
  },
};
