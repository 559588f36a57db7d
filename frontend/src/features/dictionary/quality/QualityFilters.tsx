import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTypedSearch } from '@/lib/useTypedSearch';
import { useState } from 'react';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { dictionaryQueries } from '../queries';

/** The orders to choose from, by the sort field of the call. */
const ORDERS = [
  ['', 'Table name'],
  ['validity', 'Lowest validity first'],
  ['-validity', 'Highest validity first'],
  ['completeness', 'Lowest completeness first'],
  ['-completeness', 'Highest completeness first'],
  ['-tbl_name', 'Table name, from the end'],
] as const;

export interface Choice {
  data_source?: string;
  tables?: string;
  sort?: string;
}

interface Props {
  dataSourceId: number | undefined;
  tables: readonly number[];
  sort: string;
  /** The names of tables that are already known. */
  names: ReadonlyMap<number, string>;
  onChange: (choice: Choice) => void;
}

/** The filters of the data quality: source, tables and order. The address has all of them. */
export function QualityFilters({ dataSourceId, tables, sort, names, onChange }: Props) {
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1.5,
        mb: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr) 260px' },
      }}
    >
      <PublishedSourceField
        label="Data source"
        value={dataSourceId ?? null}
        onChange={(id) =>
          onChange(
            id === null
              ? { data_source: '', tables: '' }
              : // The worst tables come first until another order is chosen.
                { data_source: String(id), sort: sort || 'validity', tables: '' },
          )
        }
        placeholder="Choose a data source"
      />
      {dataSourceId !== undefined && (
        <>
          <TablesField
            key={dataSourceId}
            dataSourceId={dataSourceId}
            chosen={tables}
            names={names}
            onChange={(ids) => onChange({ tables: ids.join() })}
          />
          <TextField
            select
            label="Order"
            value={ORDERS.some(([field]) => field === sort) ? sort : ''}
            onChange={({ target }) => onChange({ sort: target.value })}
            slotProps={{ select: { displayEmpty: true } }}
          >
            {ORDERS.map(([field, name]) => (
              <MenuItem key={field} value={field}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </Box>
  );
}

interface TablesProps {
  dataSourceId: number;
  chosen: readonly number[];
  names: ReadonlyMap<number, string>;
  onChange: (tables: number[]) => void;
}

/** Chooses tables of the source by a search on the server. An empty choice means all tables. */
function TablesField({ dataSourceId, chosen, names, onChange }: TablesProps) {
  const [searched, setSearched] = useState('');
  const { text, setText } = useTypedSearch(searched, setSearched);
  // The first hundred tables provide names for the chosen ids; a search finds more in a larger
  // source.
  const first = useQuery(dictionaryQueries.tables(dataSourceId, ''));
  const found = useQuery(dictionaryQueries.tables(dataSourceId, searched));
  const nameOf = (id: number) =>
    names.get(id) ??
    [...(first.data ?? []), ...(found.data ?? [])].find(({ tbl_id }) => tbl_id === id)?.tbl_name ??
    `Table ${id}`;
  // The previous results do not match the text that is now typed.
  const isSearching = text.trim() !== searched || found.isFetching;
  const offered = (found.data ?? []).map(({ tbl_id }) => tbl_id);
  return (
    <Autocomplete
      multiple
      size="small"
      disableCloseOnSelect
      options={[...offered, ...chosen.filter((id) => !offered.includes(id))]}
      value={[...chosen]}
      onChange={(_, ids) => onChange(ids)}
      inputValue={text}
      onInputChange={(_, next, reason) => setText(reason === 'input' ? next : '')}
      // The server has searched names and descriptions, so the results are not filtered again by
      // name.
      filterOptions={(options) => (isSearching ? [] : options.filter((id) => offered.includes(id)))}
      getOptionLabel={nameOf}
      getOptionKey={(id) => id}
      loading={isSearching}
      loadingText="Searching…"
      noOptionsText="No table found"
      limitTags={4}
      renderInput={(field) => (
        <TextField
          {...field}
          label="Tables"
          placeholder={chosen.length === 0 ? 'All tables of the source' : undefined}
        />
      )}
    />
  );
}
