import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { recordQueries } from '../queries';

export interface ChosenVariable {
  id: number;
  name: string;
  /** The table and column, which distinguish variables with the same name. */
  column: string;
}

interface Props {
  id?: string;
  label: string;
  dataSource: number;
  value: ChosenVariable | null;
  onChange: (chosen: ChosenVariable | null) => void;
  /** The id of a variable that is not offered. */
  except?: number;
  error?: string;
}

/** A field that searches for a variable of a data source, published or not. */
export function VariableChoice(props: Props) {
  const { id, label, dataSource, value, onChange, except, error } = props;
  const [search, setSearch] = useState('');
  const found = useQuery(
    recordQueries.variablesOfSource(dataSource, { search, sort: '', page: 1, pageSize: 50 }),
  );
  const options = (found.data?.rows ?? [])
    .filter(({ var_id }) => var_id !== except)
    .map(({ var_id, var_name, tbl_name, ids_column_name }) => ({
      id: var_id,
      name: var_name,
      column: `${tbl_name}.${ids_column_name}`,
    }));
  return (
    <SearchedChoice
      id={id}
      label={label}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      options={options}
      found={found}
      nameOf={({ name }) => name}
      detailOf={({ column }) => column}
      keyOf={({ id }) => id}
      empty="No variables found"
      error={error}
    />
  );
}
