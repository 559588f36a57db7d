import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { VariablesTable } from '@/components/requests/VariablesTable';
import { facilities, periodOfData } from '@/lib/requestStatus';
import { RequestDocumentButton } from './RequestDocumentButton';
import { VariableNames } from './VariableNames';

interface Props {
  request: DataRequest;
  /** How the variables stand here: as a table, by name, or elsewhere on the page. */
  variables?: 'table' | 'names' | 'elsewhere';
  /** The form stands here too. */
  withForm?: boolean;
}

/** What is asked for: the description, the filters, the form if one was filed, and the variables. */
export function SpecificationDetails({ request, variables = 'table', withForm = true }: Props) {
  return (
    <>
      <DataList>
        <DataItem name="Description">{request.dataset_description}</DataItem>
        <DataItem name="Facilities">{facilities(request)}</DataItem>
        <DataItem name="Period of the data">{periodOfData(request)}</DataItem>
        {withForm && (
          <DataItem name="Data specification form">
            <RequestDocumentButton
              request={request}
              path={request.data_specs_path}
              title="Data Specification Form"
            />
          </DataItem>
        )}
      </DataList>
      {variables !== 'elsewhere' && (
        <>
          <Typography variant="h4" component="h3" sx={{ mt: 2, mb: 1 }}>
            Variables
          </Typography>
          <RequestedVariables request={request} as={variables} />
        </>
      )}
    </>
  );
}

/** The variables that are asked for, with what becomes of those that identify a person. */
export function RequestedVariables({
  request,
  as,
}: {
  request: DataRequest;
  as: 'table' | 'names';
}) {
  const variables = request.dataset_variables;
  if (variables.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        No variables found
      </Typography>
    );
  }
  return (
    <>
      {variables.some(({ is_identifiable }) => is_identifiable) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          Personal identifiable information (PII) is marked and is de-identified before delivery.
        </Typography>
      )}
      {as === 'table' ? (
        <VariablesTable request={request} dense />
      ) : (
        <VariableNames variables={variables} />
      )}
    </>
  );
}
