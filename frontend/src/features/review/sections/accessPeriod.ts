import type { DataRequest } from '@/api/models';
import { formatDate } from '@/lib/dates';

const DIRECT_ACCESS = 'Direct access';

type Access = Pick<
  DataRequest,
  'data_format' | 'no_date_limit' | 'direct_access_from' | 'direct_access_to'
>;

/** How long direct access is wanted; undefined for the other formats. */
export function accessPeriod(request: Access): string | undefined {
  const { data_format, no_date_limit, direct_access_from, direct_access_to } = request;
  if (data_format !== DIRECT_ACCESS) return undefined;
  if (no_date_limit) return 'No date limit';
  if (!direct_access_from || !direct_access_to) return undefined;
  return `${formatDate(direct_access_from)} to ${formatDate(direct_access_to)}`;
}
