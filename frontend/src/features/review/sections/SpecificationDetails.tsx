import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { SpecificationAnswers } from '@/shared/requests/SpecificationAnswers';
import { VariablesTable } from '@/shared/requests/VariablesTable';
import { variablesCount } from '@/lib/requestVariables';

interface Props {
  request: DataRequest;
  /** The form of the variables: a table, names, or nothing if they are elsewhere on the page. */
  variables?: 'table' | 'names' | 'elsewhere';
  /** The button of the form. */
  form?: ReactNode;
}

/**
 * Shows the data specification: the description, the filters, the form if there is one, and the
 * variables.
 */
export function SpecificationDetails({ request, variables = 'table', form }: Props) {
  return (
    <>
      <DataList>
        <SpecificationAnswers request={request} />
        {form && <DataItem name="Data specification form">{form}</DataItem>}
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
