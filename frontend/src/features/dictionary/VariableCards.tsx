import { EmptyState } from '@/ui/EmptyState';
import { Pages } from '@/ui/Pages';
import { RowsSkeleton } from '@/ui/Skeletons';
import { PAGE_SIZES, type VariableListProps } from './variableList';
import { VariableItems } from './VariableItems';

/** A page of variables as cards. */
export function VariableCards(props: VariableListProps) {
  const { variables, total, more, loading, query, onChange, onOpen, selection } = props;
  if (loading && variables.length === 0) return <RowsSkeleton height={88} />;
  if (variables.length === 0) {
    return (
      <EmptyState message="No variables found" hint="Try another word, or clear the filters." />
    );
  }
  return (
    <>
      <VariableItems variables={variables} onOpen={onOpen} selection={selection} />
      <Pages {...{ total, more, query, onChange }} pageSizes={PAGE_SIZES} />
    </>
  );
}
