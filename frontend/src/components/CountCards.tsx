import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/numbers';

export interface CountCard {
  title: string;
  /** What stands behind the number. */
  text: string;
  to: string;
  count?: number;
  /** Asks for action. */
  urgent?: boolean;
}

/** Numbers that lead to their lists. */
export function CountCards({ cards }: { cards: readonly CountCard[] }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        mb: 4,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${cards.length}, 1fr)` },
      }}
    >
      {cards.map(({ title, text, to, count, urgent }) => (
        <li key={title}>
          <Box
            component={Link}
            to={to}
            sx={{
              display: 'block',
              height: '100%',
              p: 2.5,
              border: 1,
              borderColor: urgent && count ? 'secondary.main' : 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
              color: 'text.primary',
              textDecoration: 'none',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                gap: 1,
              }}
            >
              <Typography component="span" sx={{ fontWeight: 620 }}>
                {title}
              </Typography>
              <ArrowForward fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />
            </Box>
            <Typography
              component="span"
              sx={{
                display: 'block',
                my: 0.5,
                fontSize: '2rem',
                fontWeight: 650,
                lineHeight: 1.2,
                fontVariantNumeric: 'tabular-nums',
                color: urgent && count ? 'secondary.main' : 'text.primary',
              }}
            >
              {count === undefined ? <Skeleton width={48} /> : formatNumber(count)}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              {text}
            </Typography>
          </Box>
        </li>
      ))}
    </Box>
  );
}
