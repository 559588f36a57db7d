import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SourceMatches, Variable } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { count } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import type { ListUrl } from '@/lib/useListUrl';
import { useSelectedVariables, variableSelection } from '@/lib/variableSelection';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { FacetFields } from './FacetFields';
import { setFacets, type Facet } from './facets';
import { Picks } from './Picks';
import { dictionaryQueries } from './queries';
import { useRequestData } from './useRequestData';
import { VariableDetails } from './VariableDetails';
import { VariableItems } from './VariableItems';
import { toSelected } from './variableList';

/** The most tables that a source names with their matches. */
const NAMED_TABLES = 4;

type SearchUrl = ListUrl<Facet | 'data_source'>;

const matches = ({ total, more }: SourceMatches) =>
  `${more ? 'More than ' : ''}${count(total, 'variable')}`;

interface SourceProps {
  found: SourceMatches;
  list: SearchUrl;
  canPick: boolean;
  onOpen: (variable: Variable) => void;
}

function Source({ found, list, canPick, onOpen }: SourceProps) {
  const { data_source, source, tables, variables, total, more } = found;
  const selected = useSelectedVariables(data_source);
  const linkTo = (filters?: Record<string, string>) =>
    dataTablePath(data_source, { search: list.search, ...setFacets(list.filters), ...filters });
  const heading = `matches-${data_source}`;
  return (
    <Box component="section" aria-labelledby={heading} sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography id={heading} variant="h3">
          {source}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {matches(found)}
        </Typography>
      </Box>
      {!more && tables.length > 1 && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {tables.slice(0, NAMED_TABLES).map(({ tbl_id, tbl_name, matches: number }, index) => (
            <span key={tbl_id}>
              {index > 0 && ' · '}
              <Link component={RouterLink} to={linkTo({ tbl_name })} underline="always">
                {tbl_name}
              </Link>{' '}
              {number}
            </span>
          ))}
          {tables.length > NAMED_TABLES &&
            ` · ${count(tables.length - NAMED_TABLES, 'other table')}`}
        </Typography>
      )}
      <Box sx={{ mt: 1.25 }}>
        <VariableItems
          variables={variables}
          onOpen={onOpen}
          selection={
            canPick
              ? {
                  selected,
                  change: (picked) => variableSelection.set(data_source, picked.map(toSelected)),
                }
              : undefined
          }
        />
      </Box>
      {(more || total > variables.length) && (
        <Link
          component={RouterLink}
          to={linkTo()}
          underline="always"
          sx={{ display: 'inline-block', py: 1 }}
        >
          {more ? 'Show all' : `Show all ${total}`} in {source}
        </Link>
      )}
    </Box>
  );
}

/**
 * The matches of a search over the variables of all published sources, by source. Variables of
 * several sources can be picked.
 */
export function SearchResults({ list }: { list: SearchUrl }) {
  const [opened, setOpened] = useState<Variable | null>(null);
  const request = useRequestData(undefined);
  const { filters, search } = list;
  const dataSource = recordId(filters.data_source);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    dictionaryQueries.search({ search, dataSource, facets: filters }),
  );
  const sources = data ?? [];
  const total = sources.reduce((sum, found) => sum + found.total, 0);
  const more = sources.some((found) => found.more);
  return (
    <Box component="section" aria-labelledby="matching-variables" sx={{ mb: 5 }}>
      <Typography id="matching-variables" variant="h2" sx={{ mb: 1.5 }}>
        Variables
      </Typography>
      <FacetFields facets={filters} onChange={list.change}>
        <PublishedSourceField
          label="Data source"
          value={dataSource ?? null}
          onChange={(id) => list.change({ data_source: id === null ? '' : String(id) })}
          placeholder="All sources"
        />
      </FacetFields>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Box sx={{ mt: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Typography variant="body2" role="status">
            {data
              ? `${more ? 'More than ' : ''}${count(total, 'variable')} in ${count(sources.length, 'source')}`
              : ' '}
          </Typography>
          {!data && <Skeleton variant="rounded" height={240} sx={{ mt: 2 }} />}
          {data?.length === 0 && (
            <EmptyState
              message="No variables found"
              hint="Try another word, or clear the filters."
            />
          )}
          {sources.map((found) => (
            <Source
              key={found.data_source}
              found={found}
              list={list}
              canPick={request.allowed}
              onOpen={setOpened}
            />
          ))}
        </Box>
      )}
      {request.allowed && <Picks />}
      <VariableDetails
        variable={opened}
        canPick={request.allowed}
        onClose={() => setOpened(null)}
      />
    </Box>
  );
}
