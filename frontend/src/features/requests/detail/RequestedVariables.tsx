import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { DataRequest } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { EmptyState } from '@/components/EmptyState';
import { decodeEntities } from '@/lib/decodeEntities';

/** The rows of a table of requested variables, and the sizes to choose from (2 §9). */
const PAGE_SIZES = [10, 15, 20, 25];

/** The variables that a request asks for, or the document that names them (2 §2). */
export function RequestedVariables({ request }: { request: DataRequest }) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(10);
  const variables = request.dataset_variables;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {request.data_specs_path && (
        <Box>
          <DocumentButton path={request.data_specs_path} title="General Data Specification Form" />
        </Box>
      )}
      {variables.length === 0 ? (
        <EmptyState
          message="No variables found"
          hint={
            request.data_specs_path ? 'The General Data Specification Form names them.' : undefined
          }
        />
      ) : (
        <Box
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
        >
          <TableContainer tabIndex={0} role="region" aria-label="Variables">
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>Variable</TableCell>
                  <TableCell>Table</TableCell>
                  <TableCell>Data type</TableCell>
                  <TableCell sx={{ minWidth: 240 }}>Meaning</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {variables.slice(page * size, (page + 1) * size).map((variable) => (
                  <TableRow key={variable.var_id}>
                    <TableCell
                      component="th"
                      scope="row"
                      sx={{ fontWeight: 550, color: variable.is_identifiable ? 'pii' : undefined }}
                    >
                      {variable.var_name}
                    </TableCell>
                    <TableCell>{variable.tbl_name}</TableCell>
                    <TableCell>{variable.data_type}</TableCell>
                    <TableCell>{decodeEntities(variable.meaning)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
          <TablePagination
            component="div"
            count={variables.length}
            page={page}
            onPageChange={(_, next) => setPage(next)}
            rowsPerPage={size}
            rowsPerPageOptions={PAGE_SIZES}
            onRowsPerPageChange={({ target }) => {
              setSize(Number(target.value));
              setPage(0);
            }}
          />
        </Box>
      )}
    </Box>
  );
}
