import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ListUrl } from '@/lib/useListUrl';

interface Props {
  list: Pick<ListUrl, 'page' | 'pageSize' | 'change'>;
  total: number;
}

/**
 * Previous and Next with a page indicator, for lists that are not tables. Renders nothing if there
 * is one page.
 */
export function PreviousNext({ list, total }: Props) {
  const { page } = list;
  const pages = Math.max(1, Math.ceil(total / list.pageSize));
  const onPage = (next: number) => list.change({ page: next });
  if (pages === 1 && page === 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2, mt: 3 }}
    >
      <Button
        startIcon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      >
        Previous
      </Button>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        Page {page} of {pages}
      </Typography>
      <Button endIcon={<ChevronRight />} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
}
