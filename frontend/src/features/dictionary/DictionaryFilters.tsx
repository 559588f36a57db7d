import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { dataTablePath, paths } from '@/app/paths';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { SearchField } from '@/ui/SearchField';
import { fold } from '@/lib/fold';
import { useTypedSearch } from '@/lib/useTypedSearch';
import { FacetFields } from './FacetFields';
import type { Facet, Facets } from './facets';
import { dictionaryQueries } from './queries';

interface Props {
  dataSourceId?: number;
  search: string;
  tableName: string;
  facets: Facets;
  onChange: (changes: Partial<Record<'search' | 'tbl_name' | Facet, string>>) => void;
}

/**
 * Filters variables by the first letters of their table's name. Suggests up to 100 tables that the
 * server finds.
 */
function TableNameField({
  dataSourceId,
  value,
  onChange,
}: {
  dataSourceId?: number;
  value: string;
  onChange: (prefix: string) => void;
}) {
  const { text, setText, search } = useTypedSearch(value, onChange);
  const { data: tables = [] } = useQuery(dictionaryQueries.tables(dataSourceId, value));
  return (
    <Autocomplete
      freeSolo
      size="small"
      options={[...new Set(tables.map(({ tbl_name }) => tbl_name))]}
      filterOptions={(options, { inputValue }) =>
        options.filter((name) => fold(name).startsWith(fold(inputValue)))
      }
      inputValue={text}
      value={text}
      onInputChange={(_, next, reason) => {
        if (reason !== 'reset') setText(next);
      }}
      onChange={(_, next) => {
        setText(next ?? '');
        search(next ?? '');
      }}
      renderInput={(params) => <TextField {...params} label="Table name starts with" />}
    />
  );
}

/**
 * The filters of the dictionary: source, keyword, table, and properties of the variables. The
 * address has all of them.
 */
export function DictionaryFilters({ dataSourceId, search, tableName, facets, onChange }: Props) {
  const navigate = useNavigate();
  return (
    <Box role="search" sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', md: '260px minmax(0, 1fr) 260px' },
        }}
      >
        <PublishedSourceField
          label="Data source"
          value={dataSourceId ?? null}
          onChange={(id) => void navigate(id === null ? paths.dataTable : dataTablePath(id))}
          placeholder={
            dataSourceId === undefined ? 'All sources, read only' : 'Choose a data source'
          }
        />
        <SearchField
          label="Keyword"
          placeholder="Table, variable, type, meaning or synonym"
          value={search}
          onSearch={(next) => onChange({ search: next })}
        />
        <TableNameField
          dataSourceId={dataSourceId}
          value={tableName}
          onChange={(prefix) => onChange({ tbl_name: prefix })}
        />
      </Box>
      <FacetFields facets={facets} onChange={onChange} />
    </Box>
  );
}
