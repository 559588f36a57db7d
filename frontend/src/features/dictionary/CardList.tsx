import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList, type Loaded } from '@/ui/LoadedList';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { SearchField } from '@/ui/SearchField';
import { CardsSkeleton } from '@/ui/Skeletons';
import type { ListUrl } from '@/lib/useListUrl';

export const CARDS_A_PAGE = 9;

/** The texts of a card, and the address that it links to. */
export interface CardLink {
  id: number;
  title: string;
  description: string;
  /** The number of records behind the card, such as its tables. */
  counts: string;
  to: string;
  /** A picture above the title. Screen readers skip it. */
  picture?: ReactNode;
}

function LinkCard({
  icon: Icon,
  title,
  description,
  counts,
  to,
  picture,
}: CardLink & { icon: typeof SvgIcon }) {
  return (
    <Box
      component={Link}
      to={to}
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
      {picture}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <Icon fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />
        <Typography variant="h3" component="h2">
          {title}
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
        {description}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {counts}
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

interface Props<Row> {
  title: string;
  purpose: string;
  action?: ReactNode;
  /** The label of the search field; by default "Search". */
  searchLabel?: string;
  placeholder: string;
  /** Other results of the search, above the cards. */
  results?: ReactNode;
  icon: typeof SvgIcon;
  list: ListUrl;
  loaded: Loaded<Row>;
  cardOf: (row: Row) => CardLink;
  empty: string;
  /** The hint of an empty list when no search is active. */
  emptyHint?: string;
}

export function CardList<Row>(props: Props<Row>) {
  const { title, purpose, action, icon, list, loaded, cardOf, empty, emptyHint } = props;
  const { searchLabel = 'Search', placeholder, results } = props;
  return (
    <>
      <PageHeader title={title} purpose={purpose} action={action} />
      <SearchField
        label={searchLabel}
        placeholder={placeholder}
        value={list.search}
        onSearch={(search) => list.change({ search })}
        sx={{ maxWidth: 420, mb: 3 }}
      />
      {results}
      {results && (
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          Data sources
        </Typography>
      )}
      <LoadedList
        list={list}
        loaded={loaded}
        skeleton={(rows) => <CardsSkeleton count={rows} />}
        empty={
          <EmptyState
            message={empty}
            hint={list.search ? 'Try another word, or clear the search.' : emptyHint}
          />
        }
      >
        {(rows, total) => (
          <>
            <PlainList
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' },
                opacity: loaded.isPlaceholderData ? 0.6 : 1,
              }}
            >
              {rows.map(cardOf).map((card) => (
                <li key={card.id}>
                  <LinkCard icon={icon} {...card} />
                </li>
              ))}
            </PlainList>
            <PreviousNext list={list} total={total} />
          </>
        )}
      </LoadedList>
    </>
  );
}
