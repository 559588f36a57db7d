import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Variable } from '@/api/models';
import { plainMeaning } from '@/shared/dictionary/Meaning';
import type { ListColumn } from '@/ui/table/columns';

/** Columns of a list of variables. Personally identifiable information is marked. */
export function variableColumns<Row>(
  variableOf: (row: Row) => Variable,
  markOf?: (row: Row) => ReactNode,
): readonly ListColumn<Row>[] {
  return [
    {
      field: 'var_name',
      name: 'Variable',
      flex: 1.2,
      minWidth: 200,
      cell: (row) => {
        const { var_name, is_identifiable } = variableOf(row);
        return (
          <>
            <Box
              component="span"
              sx={{ fontWeight: 550, color: is_identifiable ? 'pii' : undefined }}
            >
              {var_name}
              {is_identifiable && ' (PII)'}
            </Box>
            {markOf?.(row)}
          </>
        );
      },
    },
    {
      field: 'tbl_name',
      name: 'Table',
      flex: 0.9,
      minWidth: 150,
      cell: (row) => variableOf(row).tbl_name,
    },
    { field: 'data_type', name: 'Data type', width: 120, cell: (row) => variableOf(row).data_type },
    {
      field: 'meaning',
      name: 'Meaning',
      flex: 2.4,
      minWidth: 240,
      cell: (row) => plainMeaning(variableOf(row).meaning_blocks),
    },
  ];
}
