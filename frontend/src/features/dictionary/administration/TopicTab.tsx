import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { TopicRecord } from '@/api/models';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { formatDate, formatDateTime } from '@/lib/dates';
import { twentyRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { Excerpt, YesOrNo } from './Cells';
import { ListHead } from './ListHead';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { RowActions } from '@/components/RowActions';
import { TopicDialog } from './TopicDialog';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_dictionary/topics'>[] = [
  'topic',
  'description',
  'date_added',
  'active',
];

const columns: readonly GridColumn<TopicRecord>[] = [
  {
    field: 'topic',
    name: 'Topic',
    flex: 1,
    minWidth: 180,
    cell: ({ topic }) => <strong>{topic}</strong>,
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

/** The topics, under which tables are brought together (3 §2.8). */
export function TopicTab() {
  const list = useListUrl({ ...twentyRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.topics({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<TopicRecord | 'new' | null>(null);
  const [removed, setRemoved] = useState<TopicRecord | null>(null);
  return (
    <>
      <ListHead title="Topic" addLabel="Add Topic" onAdd={() => setEdited('new')} />
      <ListSearch list={list} placeholder="Topic or description" />
      <ServerList
        label="Topics"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ topic_id }) => topic_id}
        pageSizes={twentyRows.pageSizes}
        striped
        pageReport={({ from, to, count }) => `Showing ${from} to ${to} of ${count}`}
        empty="No Topics found"
        emptyHint="Add the first one."
        actionsWidth={110}
        actions={(row) => (
          <RowActions
            of={`the topic ${row.topic}`}
            onEdit={() => setEdited(row)}
            onDelete={() => setRemoved(row)}
          />
        )}
      />
      {edited && (
        <TopicDialog
          topic={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog
          kind="topic"
          id={removed.topic_id}
          name={removed.topic}
          onClose={() => setRemoved(null)}
        >
          The topic is deleted for good. To keep it for later, deactivate it instead.
        </RemoveDialog>
      )}
    </>
  );
}
