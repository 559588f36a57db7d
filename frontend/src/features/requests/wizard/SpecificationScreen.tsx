import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '@/ui/DateField';
import { LoadFailed } from '@/ui/LoadFailed';
import { SearchField } from '@/ui/SearchField';
import { referenceQueries } from '../queries';
import type { Filters } from './draft';
import { facilitiesOf, matching, summaries } from './facilities';
import { FacilityTree } from './FacilityTree';
import { Pair, Questions } from './fields';
import { chosenFacilities, type WithdrawnChoice } from './withdrawn';
import { fieldId, useWizard } from './wizardContext';

/** Narrows the data to facilities and a period (2 §4, "Step 2"). */
export function SpecificationScreen() {
  const { draft, change, faultOf, withdrawn } = useWizard();
  const { filters } = draft;
  const narrow = (changes: Partial<Filters>) => change({ filters: { ...filters, ...changes } });
  return (
    <Questions>
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Typography component="legend" variant="h3" sx={{ mb: 1.5, p: 0 }}>
          What period should the data cover?
        </Typography>
        <Pair>
          <DateField
            id={fieldId('filters.date_range_filter.start_value')}
            label="Start Date"
            value={filters.start_value}
            onChange={(start_value) => narrow({ start_value })}
            error={faultOf('filters.date_range_filter.start_value')}
            hint="Leave empty to include the earliest data."
          />
          <DateField
            id={fieldId('filters.date_range_filter.end_value')}
            label="End Date"
            value={filters.end_value}
            onChange={(end_value) => narrow({ end_value })}
            min={filters.start_value}
            error={faultOf('filters.date_range_filter.end_value')}
            hint="Leave empty to include data up to today."
          />
        </Pair>
      </Box>
      <Facilities
        filters={filters}
        gone={chosenFacilities(withdrawn, filters)}
        narrow={narrow}
        error={faultOf('filters.facility_filter')}
      />
    </Questions>
  );
}

interface FacilitiesProps {
  filters: Filters;
  gone: readonly WithdrawnChoice[];
  narrow: (changes: Partial<Filters>) => void;
  error?: string;
}

function Facilities({ filters, gone, narrow, error: fault }: FacilitiesProps) {
  const { data: tree, error, refetch } = useQuery(referenceQueries.facilities());
  const [search, setSearch] = useState('');
  const chosen = new Set(filters.facilities);
  /** Stores the chosen facilities of the tree and the withdrawn choices in `kept`. */
  const choose = (facilities: ReadonlySet<number>, kept = gone) => {
    const offered = new Set((tree ?? []).flatMap(facilitiesOf));
    const keptIds = kept.flatMap(({ id }) => id ?? []);
    narrow({
      facilities: [...[...facilities].filter((id) => offered.has(id)), ...keptIds],
      facility_filter: [...summaries(tree ?? [], facilities), ...kept.map(({ name }) => name)],
    });
  };
  const shown = matching(tree ?? [], search);
  return (
    <Box component="section" aria-labelledby="facilities-title">
      <Typography id="facilities-title" variant="h3" sx={{ mb: 1.5 }}>
        Which facilities?
      </Typography>
      <Box role="status" sx={{ mb: 1.5 }}>
        {filters.facility_filter.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            No facility chosen: you request data from all of them.
          </Typography>
        ) : (
          <Typography variant="body2">
            <strong>Chosen:</strong> {filters.facility_filter.join('; ')}{' '}
            <Button size="small" onClick={() => choose(new Set(), [])} sx={{ minHeight: 28 }}>
              Clear
            </Button>
          </Typography>
        )}
      </Box>
      {gone.length > 0 && tree && (
        <Alert
          severity="warning"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => choose(chosen, [])}>
              Remove
            </Button>
          }
        >
          No longer offered: {gone.map(({ name }) => name).join('; ')}
        </Alert>
      )}
      {fault && (
        <Typography variant="body2" color="error" role="alert" sx={{ mb: 1 }}>
          {fault}
        </Typography>
      )}
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!tree && !error && <Skeleton variant="rounded" height={220} />}
      {tree && (
        <Box
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
        >
          <Box sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider' }}>
            <SearchField
              label="Search for a facility"
              value={search}
              onSearch={setSearch}
              delay={200}
            />
          </Box>
          <Box
            tabIndex={0}
            role="region"
            aria-label="Tree of facilities"
            sx={{ maxHeight: 380, overflow: 'auto', px: 1.5, py: 1 }}
          >
            <FacilityTree
              label="Facilities"
              nodes={shown}
              chosen={chosen}
              allOpen={search !== ''}
              onToggle={(facilities, add) => {
                const next = new Set(chosen);
                for (const id of facilities) {
                  if (add) next.add(id);
                  else next.delete(id);
                }
                choose(next);
              }}
            />
            {shown.length === 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ p: 1 }}>
                No matching facility.
              </Typography>
            )}
          </Box>
        </Box>
      )}
    </Box>
  );
}
