import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { TableTopic, TopicRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { twentyRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { lazyDialog } from '@/lib/lazyPart';
import { BackButton } from '../BackButton';
import { Excerpt } from '../Cells';
import { LoadedRecord } from '../LoadedRecord';
import { recordQueries } from '../queries';
import { RemoveDialog } from '../RemoveDialog';
import { TopicPlaces } from './TopicPlaces';

const TableTopicDialog = lazyDialog(() => import('./TableTopicDialog'), 'TableTopicDialog');

const sorts: readonly SortKey<'/api/v1/data_dictionary/topic_tables/create'>[] = [
  'entity_name',
  'tbl_description',
  'pos_x',
  'pos_y',
];

const columns: readonly ListColumn<TableTopic>[] = [
  {
    field: 'entity_name',
    name: 'Table Name',
    flex: 1,
    minWidth: 180,
    cell: ({ entity_name }) => <strong>{entity_name}</strong>,
  },
  {
    field: 'tbl_description',
    name: 'Table Description',
    flex: 2,
    minWidth: 240,
    cell: ({ tbl_description }) => <Excerpt>{tbl_description}</Excerpt>,
  },
  { field: 'pos_x', name: 'X Axis', width: 100, cell: ({ pos_x }) => pos_x },
  { field: 'pos_y', name: 'Y Axis', width: 100, cell: ({ pos_y }) => pos_y },
];

/**
 * /superuser/data_dictionary/topic/{topic}: the tables of a topic, and their positions on its map
 * (3 §2.12).
 */
export default function TopicPage() {
  const id = recordId(useParams().topic) ?? 0;
  const loaded = useQuery(recordQueries.topic(id));
  return (
    <LoadedRecord title="Table topics" back={paths.superUserDataDictionary} loaded={loaded}>
      {(topic) => <TableTopics topic={topic} />}
    </LoadedRecord>
  );
}

function TableTopics({ topic }: { topic: TopicRecord }) {
  return (
    <>
      <PageHeader
        title={topic.topic}
        purpose={topic.description}
        above={<BackButton to={paths.superUserDataDictionary} />}
      />
      <RecordList
        label="Table topics"
        pages={twentyRows}
        sorts={sorts}
        columns={columns}
        keyOf={({ tt_id }) => tt_id}
        read={(args) => recordQueries.tableTopics(topic.topic_id, args)}
        placeholder="Table name or description"
        empty="No Table Topics found"
        emptyHint="Add the tables that belong to this topic."
        actionsWidth={190}
        head={{ title: 'Tables under this topic', addLabel: 'Add Table Topic' }}
        nameOf={({ entity_name }) => `the table ${entity_name}`}
        dialog={(place, onClose) => (
          <TableTopicDialog topic={topic} place={place} onClose={onClose} />
        )}
        removal={(place, onClose) => (
          <RemoveDialog
            kind="table topic"
            id={place.tt_id}
            name={place.entity_name}
            onClose={onClose}
          >
            The table is removed from this topic. It is not deleted.
          </RemoveDialog>
        )}
      />
      <TopicPlaces topic={topic} />
    </>
  );
}
