import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { DataRequest } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { detailAt } from '@/shared/requests/documentDetail';
import { EmptyState } from '@/ui/EmptyState';
import { EditButton } from '@/shared/requests/EditButton';
import { VariablesTable } from '@/shared/requests/VariablesTable';
import { count } from '@/lib/numbers';
import { variablesCount } from '@/lib/requestVariables';
import { Section } from './Section';

/** Lists the requested variables, and the document that names them (2 §2). */
export function RequestedVariables({ request }: { request: DataRequest }) {
  const { data_specs_path: document } = request;
  const variables = variablesCount(request);
  return (
    <Section
      title={variables > 0 ? count(variables, 'requested variable') : 'Requested variables'}
      about="specification"
      inFrame={false}
      action={
        <>
          <EditButton
            request={request}
            target={{ kind: 'specification' }}
            name="General Data Specification Form"
            label={document ? 'Replace the form' : 'Upload the form'}
          />
          {request.is_own && (
            <Button
              component={Link}
              to={requestPath(paths.requesterDatasets, request.request_id)}
              size="small"
            >
              Datasets
            </Button>
          )}
        </>
      }
    >
      {document && (
        <Box sx={{ mb: 2 }}>
          <DocumentButton
            path={document}
            title="General Data Specification Form"
            detail={detailAt(request, document)}
          />
        </Box>
      )}
      {variables === 0 ? (
        <EmptyState
          message="No variables found"
          hint={document ? 'They are listed in the General Data Specification Form.' : undefined}
        />
      ) : (
        <VariablesTable request={request} />
      )}
    </Section>
  );
}
