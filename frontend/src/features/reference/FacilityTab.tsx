import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { downloadFacilities } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { SortKey } from '@/api/lists';
import type { PlaceRecord } from '@/api/models';
import { useAct } from '@/api/useAct';
import { RecordList } from '@/ui/records/RecordList';
import { RemoveRecord } from '@/ui/records/RemoveRecord';
import type { ListColumn } from '@/ui/table/columns';
import { YesOrNo } from '@/ui/YesOrNo';
import { count } from '@/lib/numbers';
import { twentyRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { toast } from '@/lib/toast';
import { FacilityFileDialog } from './FacilityFileDialog';
import { useRemovePlace } from './mutations';
import { PlaceDialog } from './PlaceDialog';
import { isLevel, levels, referenceQueries, type Level } from './queries';

const sorts: readonly SortKey<'/api/v1/reference_data/facilities'>[] = ['label', 'active'];

const plural: Record<Level, string> = {
  Region: 'Regions',
  District: 'Districts',
  Facility: 'Facilities',
};

const withinPath = (id: number) => `?tab=facilities&within=${id}`;

/** A link such as "2 districts" to the places within a place. */
function ContainedPlacesLink({ place }: { place: PlaceRecord }) {
  if (place.held === 0) return null;
  const words =
    place.level === 'Region'
      ? count(place.held, 'district')
      : count(place.held, 'facility', 'facilities');
  return (
    <Link
      component={RouterLink}
      to={withinPath(place.facility_id)}
      aria-label={`${words} in ${place.label}`}
    >
      {words}
    </Link>
  );
}

const columns: readonly ListColumn<PlaceRecord>[] = [
  {
    field: 'label',
    name: 'Name',
    flex: 2,
    minWidth: 200,
    cell: ({ label }) => <strong>{label}</strong>,
  },
  { field: 'level', name: 'Level', width: 110, cell: ({ level }) => level },
  {
    field: 'place',
    name: 'Located in',
    flex: 2,
    minWidth: 180,
    cell: ({ region, district }) => [region, district].filter(Boolean).join(' › ') || null,
  },
  {
    field: 'held',
    name: 'Contains',
    width: 130,
    cell: (place) => <ContainedPlacesLink place={place} />,
  },
  {
    field: 'active',
    name: 'Status',
    width: 260,
    cell: ({ active, is_offered }) => (
      <YesOrNo
        value={is_offered}
        yes="Active"
        no={active === 1 ? 'Its region or district is not' : 'Not active'}
      />
    ),
  },
];

/** Returns the filters in the address: a level, and a place that contains the others. */
function usePlaceFilter() {
  const [params, setParams] = useSearchParams();
  const named = params.get('level');
  const within = recordId(params.get('within'));
  const set = (name: string, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    level: isLevel(named) ? named : undefined,
    within,
    showLevel: (level: string) => set('level', level),
    showAll: () => set('within', ''),
  };
}

/** Lists the regions, districts and facilities that requests can choose (decisions RD1). */
export function FacilityTab() {
  const { level, within, showLevel, showAll } = usePlaceFilter();
  const [adding, setAdding] = useState(false);
  const [sending, setSending] = useState(false);
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        The places where data comes from. Data Requests choose facilities, or all facilities of a
        district or a region.
      </Typography>
      <Head onAdd={() => setAdding(true)} onSend={() => setSending(true)} />
      <RecordList<PlaceRecord>
        label="Facilities"
        pages={twentyRows}
        sorts={sorts}
        columns={columns}
        keyOf={({ facility_id }) => facility_id}
        read={(args) => referenceQueries.places({ level, within }, args)}
        placeholder="Name"
        empty="No Facilities found"
        emptyHint="Add a region, a district in it and a facility in that, or send a file with all of them."
        actionsWidth={190}
        adding={adding}
        onAdded={() => setAdding(false)}
        filter={
          <>
            <TextField
              select
              size="small"
              label="Level"
              value={level ?? ''}
              onChange={({ target }) => showLevel(target.value)}
              fullWidth={false}
              sx={{ width: 160 }}
              slotProps={{ select: { displayEmpty: true } }}
            >
              <MenuItem value="">All</MenuItem>
              {levels.map((name) => (
                <MenuItem key={name} value={name}>
                  {plural[name]}
                </MenuItem>
              ))}
            </TextField>
            {within && <ContainingPlace id={within} onClear={showAll} />}
          </>
        }
        nameOf={({ level: called, label }) => `the ${called.toLowerCase()} ${label}`}
        deleteDisabledReason={({ held, label }) =>
          held > 0
            ? `${label} contains ${held === 1 ? 'another place. Delete or move it first.' : 'other places. Delete or move them first.'}`
            : null
        }
        dialog={(place, onClose) => (
          <PlaceDialog place={place} level={level} within={within} onClose={onClose} />
        )}
        removal={(place, onClose) => <RemovePlace place={place} onClose={onClose} />}
      />
      {sending && <FacilityFileDialog onClose={() => setSending(false)} />}
    </>
  );
}

function Head({ onAdd, onSend }: { onAdd: () => void; onSend: () => void }) {
  const download = useAct({
    mutationFn: downloadFacilities,
    onError: (error: Error) => toast(messageOf(error), 'error'),
  });
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        mb: 2,
      }}
    >
      <Typography variant="h2">Facilities</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<FileDownloadOutlined />}
          loading={download.isPending}
          loadingPosition="start"
          onClick={() => download.mutate()}
        >
          Download CSV
        </Button>
        <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={onSend}>
          Add from a file
        </Button>
        <Button variant="contained" startIcon={<AddOutlined />} onClick={onAdd}>
          Add a place
        </Button>
      </Box>
    </Box>
  );
}

/** Shows the place to which the list is limited. */
function ContainingPlace({ id, onClear }: { id: number; onClear: () => void }) {
  const { data, error } = useQuery(referenceQueries.place(id));
  const name = data?.label ?? (error ? 'a place that no longer exists' : '…');
  return <Chip label={`In ${name}`} onDelete={onClear} />;
}

function RemovePlace({ place, onClose }: { place: PlaceRecord; onClose: () => void }) {
  const noun = place.level.toLowerCase();
  return (
    <RemoveRecord
      noun={noun}
      name={place.label}
      remove={useRemovePlace(place.facility_id)}
      onClose={onClose}
    >
      The {noun} is deleted permanently. To keep it for later, deactivate it instead.
    </RemoveRecord>
  );
}
