import Box from '@mui/material/Box';
import type { DefinitionChange } from '@/api/models';
import { FieldChange } from '@/shared/requests/changes/FieldChange';

/** The changed fields of a table or variable, with the values before and after. */
export function DefinitionChanges({ fields }: { fields: readonly DefinitionChange[] }) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {fields.map(({ field, label, before, after }) => (
        <FieldChange
          key={field}
          change={{ kind: 'value', field: label, before: before || null, after: after || null }}
        />
      ))}
    </Box>
  );
}
