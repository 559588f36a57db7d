import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TableTopic, TableTopicInput, TopicRecord } from '@/api/models';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { useSaveTableTopic } from '../mutations';
import { recordQueries } from '../queries';
import { SourceChoice, type ChosenSource } from '../SourceChoice';
import { TopicChoice, type ChosenTopic } from './TopicChoice';

interface ChosenTable {
  id: number;
  name: string;
}

interface Values {
  data_source: ChosenSource | null;
  tbl: ChosenTable | null;
  topic: ChosenTopic | null;
  pos_x: string;
  pos_y: string;
}

const valuesOf = (place: TableTopic): Values => ({
  data_source: { id: place.data_source, name: place.source },
  tbl: { id: place.tbl, name: place.tbl_name },
  topic: { id: place.topic, name: place.topic_name },
  pos_x: place.pos_x,
  pos_y: place.pos_y,
});

/** The field starts with 0.0, which counts as no position (3 §5). */
const isEntered = (position: string) => position.trim() !== '' && Number(position) !== 0;

const isPosition = (position: string) => Number(position) > 0 && Number(position) <= 1;

const positionFault = (position: string, missing: string) =>
  !isEntered(position)
    ? missing
    : isPosition(position)
      ? undefined
      : 'A position must be greater than 0 and at most 1.';

const check = ({ data_source, tbl, topic, pos_x, pos_y }: Values) => ({
  data_source: data_source ? undefined : 'Please select the Data Source Name.',
  tbl: tbl ? undefined : 'Please select the Table Name.',
  topic: topic ? undefined : 'Please select the Topic Name.',
  pos_y: positionFault(pos_y, 'Please enter the Position Y.'),
  pos_x: positionFault(pos_x, 'Please enter the Position X.'),
});

/** Returns the body of the call. The data source follows from the table. */
const inputOf = ({ tbl, topic, pos_x, pos_y }: Values): TableTopicInput => ({
  tbl: tbl?.id,
  topic: topic?.id,
  pos_x: pos_x.trim(),
  pos_y: pos_y.trim(),
});

const describe = ({ data_source, tbl, topic, pos_x, pos_y }: Values) =>
  [
    ['Data Source', data_source?.name ?? ''],
    ['Table', tbl?.name ?? ''],
    ['Topic', topic?.name ?? ''],
    ['Position X', pos_x],
    ['Position Y', pos_y],
  ] as const;

interface Props {
  topic: Pick<TopicRecord, 'topic_id' | 'topic'>;
  place?: TableTopic;
  onClose: () => void;
}

/** Adds a table to a topic, or changes its position (3 §2.12, §5). */
export function TableTopicDialog({ topic, place, onClose }: Props) {
  const save = useSaveTableTopic(place?.tt_id);
  const form = useRecordDialog({
    record: place,
    read: recordQueries.tableTopic(place?.tt_id ?? 0),
    save,
    empty: {
      data_source: null,
      tbl: null,
      topic: { id: topic.topic_id, name: topic.topic },
      pos_x: '0.0',
      pos_y: '0.0',
    },
    valuesOf,
    check,
    inputOf,
    describe,
    onClose,
  });
  const [search, setSearch] = useState('');
  const source = form.values.data_source;
  const tables = useQuery({
    ...recordQueries.tables(source?.id ?? 0, { search, sort: '', page: 1, pageSize: 50 }),
    enabled: source !== null,
  });
  const options = source
    ? tables.data?.rows.map(({ tbl_id, tbl_name }) => ({ id: tbl_id, name: tbl_name }))
    : [];
  const position = (field: 'pos_x' | 'pos_y', label: string, help: string) => (
    <TextField
      {...form.text(field, help)}
      label={label}
      required
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  );
  return (
    <RecordDialog form={form} noun="Table Topic">
      <SourceChoice
        {...form.field('data_source')}
        onChange={(chosen) => {
          form.set('data_source', chosen);
          // The chosen table belongs to the previous data source.
          if (chosen?.id !== source?.id) form.set('tbl', null);
        }}
      />
      <SearchedChoice
        {...form.field('tbl')}
        label="Table Name"
        onSearch={setSearch}
        options={options ?? []}
        found={tables}
        nameOf={({ name }) => name}
        keyOf={({ id }) => id}
        empty="No tables found"
        disabled={!source}
        help={source ? undefined : 'Choose the data source first.'}
      />
      <TopicChoice {...form.field('topic')} />
      {position('pos_y', 'Position Y', 'From the upper edge of the map: 0.5 is its middle.')}
      {position('pos_x', 'Position X', 'From the left edge of the map: 0.5 is its middle.')}
    </RecordDialog>
  );
}
