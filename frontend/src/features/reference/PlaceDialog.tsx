import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlaceInput, PlaceRecord } from '@/api/models';
import { FollowUps } from '@/ui/FollowUps';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { YesNoField } from '@/ui/records/YesNoField';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { limits } from '@/lib/limits';
import { useSavePlace } from './mutations';
import { parentLevel, isLevel, levels, referenceQueries, type Level } from './queries';

/** The place that contains another one. */
interface ParentPlace {
  facility_id: number;
  label: string;
  /** Distinguishes districts with the same name. */
  region?: string | null;
}

interface Values {
  level: Level;
  parent_id: ParentPlace | null;
  label: string;
  active: boolean;
}

const levelOf = ({ level }: PlaceRecord): Level => (isLevel(level) ? level : 'Facility');

const parentOf = ({ parent_id, region, district, level }: PlaceRecord): ParentPlace | null => {
  if (typeof parent_id !== 'number') return null;
  const isFacility = level === 'Facility';
  return {
    facility_id: parent_id,
    label: (isFacility ? district : region) ?? '',
    region: isFacility ? region : undefined,
  };
};

const valuesOf = (place: PlaceRecord): Values => ({
  level: levelOf(place),
  parent_id: parentOf(place),
  label: place.label,
  active: place.active === 1,
});

const parentMissing: Partial<Record<Level, string>> = {
  District: 'Please select the region of the district.',
  Facility: 'Please select the district of the facility.',
};

const check = ({ level, parent_id, label }: Values) => ({
  parent_id: parent_id ? undefined : parentMissing[level],
  label: label.trim() ? undefined : `Please enter the ${level} Name.`,
});

const inputOf = ({ level, parent_id, label, active }: Values): PlaceInput => ({
  level,
  parent_id: parent_id?.facility_id,
  label,
  active: active ? 1 : 0,
});

const describe = ({ label, parent_id, active }: Values) =>
  [
    ['Name', label],
    ['Located in', [parent_id?.region, parent_id?.label].filter(Boolean).join(' › ')],
    ['Status', active ? 'Active' : 'Not active'],
  ] as const;

interface Props {
  place?: PlaceRecord;
  /** The filters of the list, which preset the level and the parent of a new place. */
  level?: Level;
  within?: number;
  onClose: () => void;
}

/** Adds, renames, moves, activates or deactivates a region, district or facility. */
export function PlaceDialog({ place, level, within, onClose }: Props) {
  const parent = useQuery({ ...referenceQueries.place(within ?? 0), enabled: !place && !!within });
  const holder = !place && within ? parent.data : undefined;
  // The parent is already loaded, because the list shows its name.
  const [empty] = useState<Values>(() => ({
    level: (holder && levels[levels.indexOf(levelOf(holder)) + 1]) ?? level ?? 'Facility',
    parent_id: holder ?? null,
    label: '',
    active: true,
  }));
  const form = useRecordDialog({
    record: place,
    read: referenceQueries.place(place?.facility_id ?? 0),
    save: useSavePlace(place?.facility_id),
    empty,
    valuesOf,
    check,
    inputOf,
    describe,
    toastsRefusal: true,
    onClose,
  });
  const { values, set } = form;
  const levelAbove = parentLevel(values.level);
  return (
    <RecordDialog form={form} noun={values.level}>
      {place ? null : (
        <TextField
          select
          {...form.text('level')}
          label="Level"
          required
          sx={{ mt: 1 }}
          onChange={({ target }) => {
            if (!isLevel(target.value)) return;
            set('level', target.value);
            set('parent_id', null);
          }}
        >
          {levels.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <FollowUps asked={levelAbove !== undefined} labels={levelAbove ?? 'the place it is in'}>
        {levelAbove && (
          <ParentChoice
            key={levelAbove}
            {...form.field('parent_id')}
            level={levelAbove}
            moved={place?.facility_id}
          />
        )}
      </FollowUps>
      <LimitedField
        limit={limits.PlaceInputBody.label}
        {...form.text(
          'label',
          place && 'New Data Requests use a new name. Existing ones keep the old name.',
        )}
        label={`${values.level} Name`}
        required
        sx={{ mt: place && !levelAbove ? 1 : 0 }}
      />
      <YesNoField
        {...form.field('active')}
        label="Status"
        yes="Active"
        no="Not active"
        help={
          values.active
            ? place?.active === 1 && !place.is_offered
              ? 'It is offered once its region or district is active.'
              : 'New Data Requests can choose it.'
            : `It is no longer offered${values.level === 'Facility' ? '' : ', and neither are the places in it'}.`
        }
      />
    </RecordDialog>
  );
}

interface ParentChoiceProps {
  id: string;
  level: Level;
  /** The id of the place that is moved, which cannot contain itself. */
  moved?: number;
  value: ParentPlace | null;
  onChange: (parent: ParentPlace | null) => void;
  error?: string;
}

/** A field for the region of a district, or the district of a facility. */
function ParentChoice({ id, level, moved, value, onChange, error }: ParentChoiceProps) {
  const [search, setSearch] = useState('');
  const found = useQuery(
    referenceQueries.places({ level }, { search, sort: 'label', page: 1, pageSize: 100 }),
  );
  return (
    <SearchedChoice<ParentPlace>
      id={id}
      label={level}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      options={(found.data?.rows ?? []).filter(({ facility_id }) => facility_id !== moved)}
      found={found}
      nameOf={({ label }) => label}
      detailOf={({ region }) => region ?? ''}
      keyOf={({ facility_id }) => facility_id}
      empty={`No ${level} found`}
      error={error}
    />
  );
}
