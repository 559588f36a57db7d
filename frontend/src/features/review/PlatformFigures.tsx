import { useQuery } from '@tanstack/react-query';
import { CountCards } from '@/ui/CountCards';
import { LoadFailed } from '@/ui/LoadFailed';
import { count } from '@/lib/numbers';
import { reviewQueries } from './queries';

const NONE = '–';

/** Formats full days. `underOne` is shown for less than one. */
const inDays = (days: number | null | undefined, underOne: string) =>
  typeof days !== 'number' ? NONE : days === 0 ? underOne : count(days, 'day');

/** Four figures about the requests and the dictionary, for Super Users. */
export function PlatformFigures() {
  const { data, error, refetch } = useQuery(reviewQueries.figures());
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  // The cards show a placeholder while there is no count.
  const known = data && 0;
  return (
    <CountCards
      cards={[
        { title: 'Waiting', text: 'requests without a final decision', count: data?.waiting },
        {
          title: 'Oldest',
          text: data?.waiting === 0 ? 'no request is waiting' : 'since it was submitted',
          count: known,
          format: () => inDays(data?.oldest_days, 'Today'),
        },
        {
          title: 'Usual time',
          text:
            data && typeof data.usual_days !== 'number'
              ? 'known after five decisions'
              : 'to a decision: median of the latest 20',
          count: known,
          format: () => inDays(data?.usual_days, 'Under 1 day'),
        },
        { title: 'Data sources', text: 'published', count: data?.sources },
      ]}
    />
  );
}
