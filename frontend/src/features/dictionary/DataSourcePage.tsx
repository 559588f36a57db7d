import HubOutlined from '@mui/icons-material/HubOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataTablePath, paths } from '@/app/paths';
import { count } from '@/lib/numbers';
import { useListUrl } from '@/lib/useListUrl';
import { BackToRequest } from './BackToRequest';
import { CARDS_A_PAGE, CardList } from './CardList';
import { FACET_VALUES, FACETS } from './facets';
import { dictionaryQueries } from './queries';
import { SearchResults } from './SearchResults';

function TopicsButton() {
  const { data } = useQuery(
    dictionaryQueries.topics({ search: '', page: 1, pageSize: CARDS_A_PAGE }),
  );
  if (!data?.total) return null;
  return (
    <Button component={Link} to={paths.topics} variant="outlined" startIcon={<HubOutlined />}>
      Browse by topic
    </Button>
  );
}

/**
 * Lists the published data sources, to choose the one whose dictionary to read and request from
 * (2 §2, 3 §2.13). A search also finds the variables of all sources.
 */
export default function DataSourcePage() {
  const list = useListUrl({
    pageSize: CARDS_A_PAGE,
    filters: ['data_source', ...FACETS],
    allowed: FACET_VALUES,
  });
  const loaded = useQuery(
    dictionaryQueries.sources({ search: list.search, page: list.page, pageSize: CARDS_A_PAGE }),
  );
  return (
    <>
      <BackToRequest />
      <CardList
        title="Select Data Source"
        purpose="Each source is an information system with its own dictionary. A request can use only one source."
        action={<TopicsButton />}
        searchLabel="Search sources and their variables"
        placeholder="Search for a data source"
        results={list.search ? <SearchResults list={list} /> : undefined}
        icon={StorageOutlined}
        list={list}
        loaded={loaded}
        cardOf={(source) => ({
          id: source.data_source_id,
          title: source.source,
          description: source.description,
          counts: `${count(source.tables_count, 'table')}, ${count(source.variables_count, 'variable')}`,
          to: dataTablePath(source.data_source_id),
        })}
        empty="No data sources found"
      />
    </>
  );
}
