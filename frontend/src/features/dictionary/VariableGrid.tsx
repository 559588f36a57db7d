import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { DataGrid, type GridColDef, type GridRowSelectionModel } from '@mui/x-data-grid';
import { useMemo } from 'react';
import type { Variable } from '@/api/models';
import { EmptyState } from '@/components/EmptyState';
import { Marked } from '@/components/Marked';
import { plainMeaning } from '@/components/Meaning';
import { Pages } from '@/components/Pages';
import { useServerGrid } from '@/components/useServerGrid';
import { PiiMark } from './PiiMark';
import { PAGE_SIZES, type VariableListProps } from './variableList';

const clamp = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.4,
} as const;

function columnsFor(
  onOpen: (variable: Variable) => void,
  sorts: readonly string[],
): GridColDef<Variable>[] {
  const columns: GridColDef<Variable>[] = [
    {
      field: 'var_name',
      headerName: 'Variable',
      flex: 1.2,
      minWidth: 220,
      renderCell: ({ row, tabIndex }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, height: '100%' }}>
          <Link
            component="button"
            tabIndex={tabIndex}
            onClick={(event: React.MouseEvent) => {
              event.stopPropagation();
              onOpen(row);
            }}
            sx={{
              font: 'inherit',
              fontWeight: 550,
              textAlign: 'left',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              color: row.is_identifiable ? 'pii' : 'primary.main',
            }}
          >
            <Marked text={row.var_name} hits={row.hits} />
          </Link>
          {row.is_identifiable && <PiiMark />}
          {row.is_primary && <KeyOutlined titleAccess="Primary key" sx={{ fontSize: 16 }} />}
          {row.is_foreign && <LinkOutlined titleAccess="Foreign key" sx={{ fontSize: 16 }} />}
        </Box>
      ),
    },
    {
      field: 'tbl_name',
      headerName: 'Table',
      flex: 0.9,
      minWidth: 160,
      renderCell: ({ row }) => <Marked text={row.tbl_name} hits={row.hits} />,
    },
    {
      field: 'data_type',
      headerName: 'Data type',
      width: 120,
      renderCell: ({ row }) => <Marked text={row.data_type} hits={row.hits} />,
    },
    {
      field: 'meaning',
      headerName: 'Meaning',
      flex: 2.4,
      minWidth: 260,
      renderCell: ({ row }) => (
        <Box sx={{ display: 'grid', alignItems: 'center', height: '100%' }}>
          <Box sx={clamp}>
            <Marked text={plainMeaning(row.meaning_blocks)} hits={row.hits} />
          </Box>
        </Box>
      ),
    },
    {
      field: 'derived',
      headerName: 'Derived',
      width: 90,
      valueFormatter: (derived?: boolean | null) => (derived ? 'Yes' : 'No'),
    },
    {
      field: 'synonyms',
      headerName: 'Synonyms',
      flex: 0.9,
      minWidth: 140,
      valueGetter: (_, row) => row.synonyms.map(({ synonym }) => synonym).join(', '),
      renderCell: ({ row, value }) => <Marked text={value as string} hits={row.hits} />,
    },
  ];
  return columns.map((column) => ({ ...column, sortable: sorts.includes(column.field) }));
}

/** The variables as a grid whose pages, order and filters come from the server. */
export function VariableGrid(props: VariableListProps) {
  const { variables, total, more, loading, query, onChange, onOpen, selection } = props;
  const columns = useMemo(() => columnsFor(onOpen, query.sorts), [onOpen, query.sorts]);
  const model: GridRowSelectionModel = {
    type: 'include',
    ids: new Set(selection?.selected.map(({ var_id }) => var_id)),
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 320 }}>
      <DataGrid
        {...useServerGrid(query, onChange)}
        rows={variables}
        columns={columns}
        getRowId={(row) => row.var_id}
        rowHeight={52}
        loading={loading}
        aria-label="Variables"
        checkboxSelection={selection !== undefined}
        keepNonExistentRowsSelected
        disableRowSelectionExcludeModel
        rowSelectionModel={model}
        onRowSelectionModelChange={({ ids }) => {
          if (!selection) return;
          const kept = selection.selected.filter(({ var_id }) => ids.has(var_id));
          const known = new Set(kept.map(({ var_id }) => var_id));
          const added = variables.filter(({ var_id }) => ids.has(var_id) && !known.has(var_id));
          selection.change([...kept, ...added]);
        }}
        slots={{ noRowsOverlay: NoVariables }}
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        sx={{ bgcolor: 'background.paper' }}
      />
      {total > 0 && <Pages {...{ total, more, query, onChange }} pageSizes={PAGE_SIZES} />}
    </Box>
  );
}

function NoVariables() {
  return (
    <Box sx={{ p: 3 }}>
      <EmptyState message="No variables found" hint="Try another word, or clear the filters." />
    </Box>
  );
}
