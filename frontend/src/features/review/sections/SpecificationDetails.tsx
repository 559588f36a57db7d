import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { SpecificationAnswers } from '@/shared/requests/SpecificationAnswers';
import { VariablesTable } from '@/shared/requests/VariablesTable';
import { variablesCount } from '@/lib/requestVariables';
import { RequestDocumentButton } from './RequestDocumentButton';

interface Props {
  request: DataRequest;
  /** The form of the variables: a table, names, or nothing if they are elsewhere on the page. */
  variables?: 'table' | 'names' | 'elsewhere';
  withForm?: boolean;
}

/**
 * Shows the data specification: the description, the filters, the form if there is one, and the
 * variables.
 */
export function SpecificationDetails({ request, variables = 'table', withForm = true }: Props) {
  return (
    <>
      <DataList>
        <SpecificationAnswers request={request} />
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

export function RequestedVariables({
  request,
  as,
}: {
  request: DataRequest;
  as: 'table' | 'names';
}) {
  if (variablesCount(request) === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        No variables found
      </Typography>
    );
  }
  return <VariablesTable request={request} as={as} />;
}
