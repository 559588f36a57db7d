import Box from '@mui/material/Box';

export interface Order {
  /** A field, with a minus in front for the other way round; empty for the server's own order. */
  sort: string;
  /** What the call can sort by. */
  sorts: readonly string[];
}

interface Props {
  field: string;
  name: string;
  order: Order;
  onSort: (sort: string) => void;
}

/** Where an order leads when the header is pressed: up, down, and back to the server's own. */
function nextSort(field: string, sort: string): string {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? '' : field;
}

/** The header of a column; a button where the server can sort by it. */
export function SortHeader({ field, name, order: { sort, sorts }, onSort }: Props) {
  if (!sorts.includes(field)) return <th role="columnheader">{name}</th>;
  const up = sort === field;
  const down = sort === `-${field}`;
  return (
    <th
      role="columnheader"
      aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}
      // The whole header is pressed; the button in it is for the keyboard.
      onClick={() => onSort(nextSort(field, sort))}
    >
      <button type="button">
        {name}
        <Box
          component="svg"
          viewBox="0 0 24 24"
          aria-hidden
          sx={{ transform: down ? 'rotate(180deg)' : undefined }}
        >
          <path d="M12 20V5m-6 6 6-6 6 6" />
        </Box>
      </button>
    </th>
  );
}
