import HubOutlined from '@mui/icons-material/HubOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { paths, topicPath } from '@/app/paths';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { CARDS_A_PAGE, CardList } from '../CardList';
import { dictionaryQueries } from '../queries';
import { NoTopic } from './NoTopic';
import { TopicPreview } from './TopicPreview';

const TopicTables = lazyPart(() => import('./TopicTables'));

function Topics() {
  const list = useListUrl({ pageSize: CARDS_A_PAGE });
  const loaded = useQuery(
    dictionaryQueries.topics({ search: list.search, page: list.page, pageSize: CARDS_A_PAGE }),
  );
  return (
    <CardList
      title="Topics"
      purpose="A topic groups related tables of one or several data sources."
      action={
        <Button component={Link} to={paths.dataSource} variant="outlined">
          All data sources
        </Button>
      }
      placeholder="Search for a topic"
      icon={HubOutlined}
      list={list}
      loaded={loaded}
      cardOf={(topic) => ({
        id: topic.topic_id,
        title: topic.topic,
        description: topic.description,
        counts: count(topic.tables_count, 'table'),
        to: topicPath(topic.topic_id),
        picture: <TopicPreview topicId={topic.topic_id} />,
      })}
      empty="No Topics found"
      emptyHint="No topic has tables yet. Browse the tables by data source."
    />
  );
}

/** /topics and /topics/{topic}: the active topics, and the tables of one (decisions T5). */
export default function TopicsPage() {
  const { topic: parameter } = useParams();
  if (parameter === undefined) return <Topics />;
  const id = recordId(parameter);
  if (id === undefined) return <NoTopic />;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <TopicTables key={id} topicId={id} />
    </Suspense>
  );
}
