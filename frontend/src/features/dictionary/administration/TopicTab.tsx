import Tooltip from '@mui/material/Tooltip';
import { generatePath } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { TopicRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { RecordList } from '@/ui/records/RecordList';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { formatDate, formatDateTime } from '@/lib/dates';
import { twentyRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { Excerpt } from './Cells';
import { YesOrNo } from '@/ui/YesOrNo';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';

const TopicDialog = lazyDialog(() => import('./TopicDialog'), 'TopicDialog');

const sorts: readonly SortKey<'/api/v1/data_dictionary/topics'>[] = [
  'topic',
  'description',
  'date_added',
  'active',
];

const columns: readonly ListColumn<TopicRecord>[] = [
  {
    field: 'topic',
    name: 'Topic',
    flex: 1,
    minWidth: 180,
    cell: ({ topic_id, topic }) => (
      <RowLink
        to={generatePath(paths.superUserTopic, { topic: String(topic_id) })}
        label={`Show the tables under the topic ${topic}`}
      >
        {topic}
      </RowLink>
    ),
  },
  {
    field: 'description',
    name: 'Description',
    flex: 2,
    minWidth: 240,
    cell: ({ description }) => <Excerpt>{description}</Excerpt>,
  },
  {
    field: 'date_added',
    name: 'Date Added',
    width: 170,
    cell: ({ date_added }) => (
      <Tooltip title={formatDateTime(date_added)}>
        <span>{formatDate(date_added)}</span>
      </Tooltip>
    ),
  },
  {
    field: 'active',
    name: 'Active Status',
    width: 150,
    cell: ({ active }) => <YesOrNo value={active === 1} yes="Active" no="Not active" />,
  },
];

/** Lists the topics, which group tables (3 §2.8). */
export function TopicTab() {
  return (
    <RecordList
      label="Topics"
      pages={twentyRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ topic_id }) => topic_id}
      read={recordQueries.topics}
      placeholder="Topic or description"
      striped
      pageReport={({ from, to, count }) => `Showing ${from} to ${to} of ${count}`}
      empty="No Topics found"
      emptyHint="Add the first one."
      actionsWidth={190}
      head={{ title: 'Topic', addLabel: 'Add Topic' }}
      nameOf={(row) => `the topic ${row.topic}`}
      dialog={(topic, onClose) => <TopicDialog topic={topic} onClose={onClose} />}
      removal={(record, onClose) => (
        <RemoveDialog kind="topic" id={record.topic_id} name={record.topic} onClose={onClose}>
          The topic is deleted permanently. To keep it for later, deactivate it instead.
        </RemoveDialog>
      )}
    />
  );
}
