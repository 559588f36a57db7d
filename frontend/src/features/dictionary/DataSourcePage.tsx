import ArrowForward from '@mui/icons-material/ArrowForward';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DataSource } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { LoadedList } from '@/components/LoadedList';
import { PageHeader } from '@/components/PageHeader';
import { PreviousNext } from '@/components/PreviousNext';
import { SearchField } from '@/components/SearchField';
import { CardsSkeleton } from '@/components/Skeletons';
import { count } from '@/lib/numbers';
import { useListUrl } from '@/lib/useListUrl';
import { dictionaryQueries } from './queries';

const CARDS_A_PAGE = 9;

function SourceCard({ source }: { source: DataSource }) {
  return (
    <Box
      component={Link}
      to={dataTablePath(source.data_source_id)}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        height: '100%',
        minHeight: 168,
        p: 2.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        color: 'text.primary',
        textDecoration: 'none',
        transition: 'border-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
        '&:hover .onward': { transform: 'translateX(3px)' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <StorageOutlined fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />
        <Typography variant="h3" component="h2">
          {source.source}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{
          flex: 1,
          display: '-webkit-box',
          WebkitLineClamp: 3,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {source.description}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {count(source.tables_count, 'table')}, {count(source.variables_count, 'variable')}
        </Typography>
        <ArrowForward
          className="onward"
          fontSize="small"
          aria-hidden
          sx={{ color: 'primary.main', transition: 'transform 120ms' }}
        />
      </Box>
    </Box>
  );
}

/** Choose the published data source whose dictionary to read and to request from (2 §2, 3 §2.13). */
export default function DataSourcePage() {
  const list = useListUrl({ pageSize: CARDS_A_PAGE });
  const loaded = useQuery(
    dictionaryQueries.sources({ search: list.search, page: list.page, pageSize: CARDS_A_PAGE }),
  );
  return (
    <Box sx={{ maxWidth: 1160, mx: 'auto' }}>
      <PageHeader
        title="Select Data Source"
        purpose="Each source is an information system with a dictionary of its own. A request is made for one source."
      />
      <SearchField
        label="Search"
        placeholder="Search for a data source"
        value={list.search}
        onSearch={(search) => list.change({ search })}
        sx={{ maxWidth: 420, mb: 3 }}
      />
      <LoadedList
        list={list}
        loaded={loaded}
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            message="No data sources found"
            hint={list.search ? 'Try another word, or clear the search.' : undefined}
          />
        }
      >
        {(sources, total) => (
          <>
            <Box
              component="ul"
              sx={{
                m: 0,
                p: 0,
                listStyle: 'none',
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' },
                opacity: loaded.isPlaceholderData ? 0.6 : 1,
              }}
            >
              {sources.map((source) => (
                <li key={source.data_source_id}>
                  <SourceCard source={source} />
                </li>
              ))}
            </Box>
            <PreviousNext list={list} total={total} />
          </>
        )}
      </LoadedList>
    </Box>
  );
}
