import Box from '@mui/material/Box';

export interface Order {
  /** A field, with a leading minus for descending order. Empty for the server's order. */
  sort: string;
  /** The fields by which the call can sort. */
  sorts: readonly string[];
}

interface Props {
  field: string;
  name: string;
  order: Order;
  onSort: (sort: string) => void;
}

/**
 * Returns the next order when a header is clicked: ascending, descending, then the server's order.
 */
function nextSort(field: string, sort: string): string {
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? '' : field;
}

/** The header of a column. It contains a button if the server can sort by the column. */
export function SortHeader({ field, name, order: { sort, sorts }, onSort }: Props) {
  if (!sorts.includes(field)) return <th role="columnheader">{name}</th>;
  const up = sort === field;
  const down = sort === `-${field}`;
  return (
    <th
      role="columnheader"
      aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}
      // The whole header is clickable; the button makes it accessible by keyboard.
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
