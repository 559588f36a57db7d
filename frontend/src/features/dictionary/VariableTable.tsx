import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { useMemo } from 'react';
import type { Variable } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { Marked } from '@/ui/Marked';
import { plainMeaning } from '@/shared/dictionary/Meaning';
import { Pages } from '@/ui/Pages';
import type { ListColumn } from '@/ui/table/columns';
import { ListTable } from '@/ui/table/ListTable';
import { TableSkeleton } from '@/ui/table/TableSkeleton';
import { PAGE_SIZES, useVariableSelection, type VariableListProps } from './variableList';
import { nameLook, VariableName } from './VariableName';

const look: SystemStyleObject<Theme> = {
  ...nameLook,
  '& .meaning': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
};

const columnsFor = (onOpen: (variable: Variable) => void): readonly ListColumn<Variable>[] => [
  {
    field: 'var_name',
    name: 'Variable',
    flex: 1.2,
    minWidth: 220,
    cell: (row) => (
      <div className="names">
        <VariableName variable={row} onOpen={onOpen} />
        {row.is_primary && <KeyOutlined titleAccess="Primary key" sx={{ fontSize: 16 }} />}
        {row.is_foreign && <LinkOutlined titleAccess="Foreign key" sx={{ fontSize: 16 }} />}
      </div>
    ),
  },
  {
    field: 'tbl_name',
    name: 'Table',
    flex: 0.9,
    minWidth: 160,
    cell: ({ tbl_name, hits }) => <Marked text={tbl_name} hits={hits} />,
  },
  {
    field: 'data_type',
    name: 'Data type',
    width: 120,
    cell: ({ data_type, hits }) => <Marked text={data_type} hits={hits} />,
  },
  {
    field: 'meaning',
    name: 'Meaning',
    flex: 2.4,
    minWidth: 260,
    cell: ({ meaning_blocks, hits }) => (
      <div className="meaning">
        <Marked text={plainMeaning(meaning_blocks)} hits={hits} />
      </div>
    ),
  },
  {
    field: 'synonyms',
    name: 'Synonyms',
    flex: 0.9,
    minWidth: 140,
    cell: ({ synonyms, hits }) => (
      <Marked text={synonyms.map(({ synonym }) => synonym).join(', ')} hits={hits} />
    ),
  },
];

const keyOf = ({ var_id }: Variable) => var_id;

/** Shows the variables as a table. The server pages, sorts and filters them. */
export function VariableTable(props: VariableListProps) {
  const { variables, total, more, loading, query, onChange, onOpen, selection } = props;
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  const chosen = useVariableSelection(variables, selection);
  if (loading && variables.length === 0) return <TableSkeleton rows={query.pageSize} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 320 }}>
      <ListTable
        label="Variables"
        look={look}
        rows={variables}
        columns={columns}
        keyOf={keyOf}
        selection={chosen}
        order={query}
        onSort={(sort) => onChange({ sort })}
        loading={loading}
      />
      {variables.length === 0 && (
        <Box sx={{ p: 3 }}>
          <EmptyState message="No variables found" hint="Try another word, or clear the filters." />
        </Box>
      )}
      {total > 0 && <Pages {...{ total, more, query, onChange }} pageSizes={PAGE_SIZES} />}
    </Box>
  );
}
