import Box from '@mui/material/Box';
import type { DataRequest, RequestedVariable } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';

/** The requested variables by table, those marked that identify a person: for roles without the table of variables. */
export function VariableNames({ variables }: { variables: DataRequest['dataset_variables'] }) {
  const tables = new Map<string, RequestedVariable[]>();
  for (const variable of variables) {
    tables.set(variable.tbl_name, [...(tables.get(variable.tbl_name) ?? []), variable]);
  }
  return (
    <DataList label="Requested variables">
      {[...tables].map(([table, own]) => (
        <DataItem key={table} name={table}>
          {own.map(({ dataset_variable_id, var_name, is_identifiable }, index) => (
            <span key={dataset_variable_id}>
              {index > 0 && ', '}
              <Box component="span" sx={{ color: is_identifiable ? 'pii' : undefined }}>
                {var_name}
                {is_identifiable && ' (PII)'}
              </Box>
            </span>
          ))}
        </DataItem>
      ))}
    </DataList>
  );
}
