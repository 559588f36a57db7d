import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { paths, requestPath } from '@/app/paths';
import { clampLines } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { formatDate } from '@/lib/dates';
import { feedbackQueries } from './queries';

/** The number of quotes. The table below has all of them. */
const QUOTES = 3;

/** The newest suggestions for improvement. Renders nothing if there are none. */
export function Suggestions({ pageSize }: { pageSize: number }) {
  // The first page of the table, so that both are one call.
  const { data } = useQuery(feedbackQueries.list({ search: '', sort: '', page: 1, pageSize }));
  const newest = data?.rows.slice(0, QUOTES) ?? [];
  if (newest.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="suggestions" sx={{ mb: 4 }}>
      <Typography id="suggestions" variant="h2" sx={{ mb: 1.5 }}>
        Newest suggestions
      </Typography>
      <PlainList
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {newest.map(
          ({ data_request_feedback_id: request, title, improvement_suggestion, date_created }) => (
            <Box component="li" key={request}>
              <Box
                component="figure"
                sx={{
                  m: 0,
                  pl: 2,
                  borderLeft: 3,
                  borderColor: 'divider',
                  overflowWrap: 'anywhere',
                }}
              >
                <Box component="blockquote" sx={{ m: 0, ...clampLines(5) }}>
                  “{improvement_suggestion}”
                </Box>
                <Typography
                  component="figcaption"
                  variant="body2"
                  color="textSecondary"
                  sx={{ mt: 0.5 }}
                >
                  <Link
                    component={RouterLink}
                    underline="always"
                    to={requestPath(paths.dataRequest, request)}
                  >
                    {title}
                  </Link>
                  , <time dateTime={date_created}>{formatDate(date_created)}</time>
                </Typography>
              </Box>
            </Box>
          ),
        )}
      </PlainList>
    </Box>
  );
}
