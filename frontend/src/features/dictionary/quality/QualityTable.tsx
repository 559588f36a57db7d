import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ComponentProps } from 'react';
import type { SortKey } from '@/api/lists';
import type { QualityShare, TableQuality } from '@/api/models';
import { RatingChip } from '@/shared/requests/RatingChip';
import type { ListColumn } from '@/ui/table/columns';
import { ServerList } from '@/ui/ServerList';
import { formatNumber } from '@/lib/numbers';
import { countsOf, datesOf, emcOf, percentOf, pocOf, type Origin } from './figures';
import { PAGE_SIZES } from './list';

export const sorts: readonly SortKey<'/api/v1/data_dictionary/data_quality'>[] = [
  'tbl_name',
  'completeness',
  'validity',
];

const columns: readonly ListColumn<TableQuality>[] = [
  {
    field: 'tbl_name',
    name: 'Table Name',
    flex: 0.8,
    minWidth: 170,
    cell: (table) => <Name table={table} />,
  },
  {
    field: 'completeness',
    name: 'Completeness',
    minWidth: 160,
    cell: ({ completeness }) => <Share share={completeness} of="figures" />,
  },
  {
    field: 'validity',
    name: 'Validity',
    minWidth: 180,
    cell: ({ validity }) => <Share share={validity} />,
  },
  {
    field: 'poc',
    name: 'PoC',
    flex: 1.2,
    minWidth: 265,
    cell: (table) => <Records origin={pocOf(table)} />,
  },
  {
    field: 'emc',
    name: 'eMC',
    flex: 1.2,
    minWidth: 265,
    cell: (table) => <Records origin={emcOf(table)} />,
  },
];

type Props = Pick<ComponentProps<typeof ServerList<TableQuality>>, 'list' | 'loaded'> & {
  narrowed: boolean;
};

/** Lists the figures of each table on which the assessment is based. */
export function QualityTable({ list, loaded, narrowed }: Props) {
  return (
    <ServerList
      label="Data quality"
      list={list}
      loaded={loaded}
      columns={columns}
      keyOf={({ tbl_id }) => tbl_id}
      pageSizes={PAGE_SIZES}
      empty="No table found"
      emptyHint={
        narrowed
          ? 'The chosen tables are no longer published. Choose others, or clear the choice to see all tables.'
          : 'No table of this data source is published yet.'
      }
    />
  );
}

function Name({ table: { tbl_name, entity_name, contradictions } }: { table: TableQuality }) {
  return (
    <>
      <strong>{tbl_name}</strong>
      {entity_name !== tbl_name && <Quiet>{entity_name}</Quiet>}
      {contradictions.map((sentence) => (
        <Box
          key={sentence}
          component="span"
          sx={(theme) => ({
            display: 'flex',
            gap: 0.5,
            mt: 0.5,
            fontSize: '0.8125rem',
            color: theme.vars.palette.status.unattended.main,
          })}
        >
          <WarningAmberOutlined sx={{ fontSize: 16, mt: 0.25 }} aria-hidden />
          <span>{sentence}</span>
        </Box>
      ))}
    </>
  );
}

function Share({ share, of = '' }: { share: QualityShare; of?: string }) {
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <RatingChip rating={share.label} />
        {share.whole > 0 && percentOf(share)}
      </Box>
      {share.whole > 0 && (
        <Quiet>
          {formatNumber(share.part)} of {formatNumber(share.whole)} {of}
        </Quiet>
      )}
    </>
  );
}

function Records({ origin }: { origin: Origin }) {
  if (!origin.included) return <Quiet>None in {origin.name}</Quiet>;
  const dates = datesOf(origin);
  return (
    <>
      <span>{countsOf(origin)}</span>
      {dates && <Quiet>{dates}</Quiet>}
      <OriginShare name="Completeness" share={origin.quality.completeness} />
      <OriginShare name="Validity" share={origin.quality.validity} />
    </>
  );
}

function OriginShare({ name, share }: { name: string; share: QualityShare }) {
  return (
    <Box
      component="span"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mt: 0.5 }}
    >
      <Typography component="span" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <RatingChip rating={share.label} />
      {share.whole > 0 && percentOf(share)}
    </Box>
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}
