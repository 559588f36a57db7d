import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { QualityShare, SourceQuality } from '@/api/models';
import { paths } from '@/app/paths';
import { RatingChip, ratingLook } from '@/shared/requests/RatingChip';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { cardSx, clampLines } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { ToggleChoice } from '@/ui/ToggleChoice';
import { count } from '@/lib/numbers';
import type { ListUrl } from '@/lib/useListUrl';
import { percentOf } from './figures';
import { qualityQueries } from './queries';

const MEASURES = { validity: 'Validity', completeness: 'Completeness' };
type Measure = keyof typeof MEASURES;

interface Props {
  list: Pick<ListUrl, 'page' | 'pageSize' | 'sort' | 'change' | 'correctPage'>;
}

/**
 * The quality of all sources and their tables, worst first. Each table is a box with its share, the
 * label and the colour of the label. A source opens by a click on its row.
 */
export function QualityMatrix({ list }: Props) {
  const { page, pageSize, sort, change } = list;
  const measure: Measure = sort.endsWith('completeness') ? 'completeness' : 'validity';
  const loaded = useQuery(qualityQueries.sources({ sort: measure, page, pageSize }));
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          alignItems: 'center',
          justifyContent: 'space-between',
          mb: 1.5,
        }}
      >
        <div>
          <Typography variant="h2">All data sources</Typography>
          <Typography variant="body2" color="textSecondary">
            Each box is a table, lowest {MEASURES[measure].toLowerCase()} first. Choose a data
            source to see its figures.
          </Typography>
        </div>
        <ToggleChoice
          label="Measure"
          names={MEASURES}
          value={measure}
          onChange={(next) => change({ sort: next })}
        />
      </Box>
      <LoadedList
        list={list}
        loaded={loaded}
        empty={
          <EmptyState
            message="No table found"
            hint="No table of a published data source is published yet."
          />
        }
      >
        {(sources, total) => (
          <>
            <PlainList
              aria-label="Data sources and their tables"
              sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
            >
              {sources.map((source) => (
                <Source key={source.data_source_id} source={source} measure={measure} />
              ))}
            </PlainList>
            <PreviousNext list={list} total={total} />
          </>
        )}
      </LoadedList>
    </>
  );
}

function Source({ source, measure }: { source: SourceQuality; measure: Measure }) {
  const more = source.tables_count - source.tables.length;
  return (
    <Box
      component="li"
      sx={{
        ...cardSx,
        position: 'relative',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' },
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Link
          component={RouterLink}
          to={`${paths.analystDqaFilter}?data_source=${source.data_source_id}&sort=${measure}`}
          sx={{
            fontWeight: 600,
            // The whole row opens the source.
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {source.source}
        </Link>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            my: 0.5,
            // Outweighs the style of the chip.
            '&& > *': { minWidth: 0, whiteSpace: 'normal' },
          }}
        >
          <RatingChip rating={source[measure].label} />
          {source[measure].whole > 0 && percentOf(source[measure])}
        </Box>
        <Typography variant="body2" color="textSecondary">
          {count(source.tables_count, 'table')}
        </Typography>
      </Box>
      <PlainList
        aria-label={`${MEASURES[measure]} of the tables of ${source.source}`}
        sx={{
          display: 'grid',
          gap: 0.75,
          alignContent: 'start',
          gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
        }}
      >
        {source.tables.map((table) => (
          <Cell key={table.tbl_id} name={table.tbl_name} share={table[measure]} />
        ))}
        {more > 0 && (
          <Box component="li" sx={{ p: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
            and {count(more, 'more table')}
          </Box>
        )}
      </PlainList>
    </Box>
  );
}

function Cell({ name, share }: { name: string; share: QualityShare }) {
  const { colour } = ratingLook(share.label);
  return (
    <Box
      component="li"
      title={name}
      sx={(theme) => ({
        px: 1,
        py: 0.75,
        borderLeft: 4,
        borderColor: theme.vars.palette.status[colour].main,
        borderRadius: 0.5,
        bgcolor: theme.vars.palette.status[colour].tint,
        fontSize: '0.8125rem',
        lineHeight: 1.4,
        overflowWrap: 'anywhere',
      })}
    >
      <Box sx={clampLines(1)}>{name}</Box>
      <Box
        component="span"
        sx={(theme) => ({
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          color: theme.vars.palette.status[colour].main,
        })}
      >
        {share.whole > 0 && `${percentOf(share)} `}
        {share.label}
      </Box>
    </Box>
  );
}
