import { DateField } from '@/ui/DateField';
import { useTypedSearch } from '@/lib/useTypedSearch';

interface Props {
  id: string;
  label: string;
  /** YYYY-MM-DD; empty for no day. */
  value: string;
  onChange: (day: string) => void;
  error?: string;
}

/**
 * A date field whose value is in the address. The field shows typed text at once, and the address
 * follows later.
 */
export function DayFilter({ value, onChange, ...field }: Props) {
  const { text, setText, search } = useTypedSearch(value, onChange);
  return (
    <DateField
      {...field}
      value={text}
      onChange={(day) => {
        setText(day);
        search(day);
      }}
    />
  );
}
