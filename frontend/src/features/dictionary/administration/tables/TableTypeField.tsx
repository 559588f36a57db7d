import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import { useFormDraft } from '@/ui/formDraft';
import { LimitedField } from '@/ui/LimitedField';
import { limits, isTooLong } from '@/lib/limits';
import { useAddTableType } from '../mutations';
import { recordQueries } from '../queries';

/** The value of the option that adds a type. */
const OTHER = 'other';

interface Props {
  id: string;
  value: number | null;
  onChange: (tableType: number | null) => void;
  error?: string;
}

/** A field for the type of a table: an existing type, or a new one. */
export function TableTypeField({ id, value, onChange, error }: Props) {
  const types = useQuery(recordQueries.tableTypes());
  const add = useAddTableType();
  const [name, setName] = useFormDraft('table type', '');
  const [adding, setAdding] = useState(name !== '');
  const known = types.data ?? [];

  // A name that was typed and not added is most likely meant as the type of this table.
  const notAdded =
    error && adding && name.trim() ? 'Press Add type, and then save the table.' : undefined;

  const save = () => {
    if (isTooLong(name, limits.TableTypeInputBody.name)) return;
    add.mutate(
      { name },
      {
        onSuccess: () => {
          // The server collapses spaces in the name.
          const kept = name.trim().split(/\s+/).join(' ');
          void types.refetch().then(({ data }) => {
            const added = data?.find((type) => type.name === kept);
            if (added) onChange(added.table_type_id);
            setAdding(false);
            setName('');
          });
        },
      },
    );
  };
  return (
    <>
      <TextField
        select
        required
        id={id}
        label="Table Type"
        value={adding ? OTHER : known.length > 0 && value !== null ? String(value) : ''}
        onChange={({ target }) => {
          setAdding(target.value === OTHER);
          onChange(target.value === OTHER ? null : Number(target.value));
        }}
        error={Boolean((notAdded ? undefined : error) ?? types.error)}
        helperText={notAdded ? undefined : (error ?? (types.error && messageOf(types.error)))}
        sx={{ mt: 1 }}
      >
        {known.map((type) => (
          <MenuItem key={type.table_type_id} value={String(type.table_type_id)}>
            {type.name}
          </MenuItem>
        ))}
        <MenuItem value={OTHER}>A new type</MenuItem>
      </TextField>
      {adding && (
        <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
          <LimitedField
            limit={limits.TableTypeInputBody.name}
            id="table-new-type"
            label="Name of the new Table Type"
            fullWidth
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={Boolean(add.error ?? notAdded)}
            helperText={
              add.error
                ? messageOf(add.error)
                : (notAdded ?? 'Tables of one type share a colour on maps.')
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              save();
            }}
          />
          <Button variant="outlined" loading={add.isPending} onClick={save} sx={{ flexShrink: 0 }}>
            Add type
          </Button>
        </Box>
      )}
    </>
  );
}
