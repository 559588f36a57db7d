import { DateField } from '@/components/DateField';
import { useTypedSearch } from '@/lib/useTypedSearch';

interface Props {
  id: string;
  label: string;
  /** YYYY-MM-DD; empty for none. */
  value: string;
  onChange: (day: string) => void;
  error?: string;
}

/** A day of the address. What is typed belongs to the field, which the address follows later. */
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
