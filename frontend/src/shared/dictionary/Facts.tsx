import type { Fact } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';

/** All documented fields of a table or variable. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <DataList label={label}>
      {facts.map(({ field, label: name, text }) => (
        <DataItem key={field} name={name}>
          {text}
        </DataItem>
      ))}
    </DataList>
  );
}
