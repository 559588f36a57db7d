import type { DataRequest } from '@/api/models';
import { DataItem } from '@/ui/DataList';
import { formatDate } from '@/lib/dates';

interface Props {
  /** A submitted request, or the answers of a draft, which are empty texts if unanswered. */
  study: Pick<DataRequest, 'needed_on'>;
}

/**
 * The answers of the section "Request Details" as items of a `DataList`, used by the wizard and by
 * submitted requests. The title and the department are shown elsewhere.
 */
export function DetailsAnswers({ study }: Props) {
  return <DataItem name="Date needed">{study.needed_on && formatDate(study.needed_on)}</DataItem>;
}
