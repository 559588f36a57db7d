import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { QualityShare, Variable } from '@/api/models';
import { paths } from '@/app/paths';
import { DataItem } from '@/ui/DataList';
import { percentOf } from './figures';
import { qualityQueries } from './queries';

const inWords = (name: string, share: QualityShare) =>
  `${name} ${share.whole > 0 ? `${percentOf(share)} (${share.label})` : 'not assessed'}`;

/** The quality of the table of a variable, with a link to its figures. For Data Analysts. */
export function TableQualityItem({ variable }: { variable: Variable }) {
  const selection = { dataSourceId: variable.data_source, tables: String(variable.tbl_id) };
  const { data } = useQuery(qualityQueries.summary(selection));
  const query = new URLSearchParams({
    data_source: String(selection.dataSourceId),
    tables: selection.tables,
  });
  return (
    <DataItem name="Quality of the table">
      {data && (
        <>
          {inWords('Completeness', data.completeness)}, {inWords('validity', data.validity)}.{' '}
        </>
      )}
      <Link
        component={RouterLink}
        to={`${paths.analystDqaFilter}?${query.toString()}`}
        underline="always"
      >
        Show the figures
      </Link>
    </DataItem>
  );
}
