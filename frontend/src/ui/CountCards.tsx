import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/numbers';
import { PlainList } from './PlainList';

export interface CountCard {
  title: string;
  /** Explains the number. */
  text: string;
  /** The list that is counted. Without it, the card is no link. */
  to?: string;
  count?: number;
  /** Formats the number. By default, a whole number in the user's locale. */
  format?: (count: number) => string;
  /** True if a count above zero needs action. */
  urgent?: boolean;
}

const frame = {
  display: 'block',
  height: '100%',
  p: 2.5,
  border: 1,
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
} as const;

/** Cards with a number each. Most of them link to the list that is counted. */
export function CountCards({ cards }: { cards: readonly CountCard[] }) {
  const onDesk = `repeat(${cards.length}, 1fr)`;
  // Between phone and desktop width, four in a row are too narrow for their text.
  const onTablet = cards.length === 4 ? '1fr 1fr' : onDesk;
  // Four cards without links fit in pairs even on a phone.
  const onPhone = cards.length === 4 && cards.every(({ to }) => !to) ? '1fr 1fr' : '1fr';
  return (
    <PlainList
      sx={{
        mb: 4,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: onPhone, sm: onTablet, md: onDesk },
      }}
    >
      {cards.map((card) => (
        <li key={card.title}>
          <Card {...card} />
        </li>
      ))}
    </PlainList>
  );
}

function Card({ to, ...card }: CountCard) {
  const borderColor = card.urgent && card.count ? 'secondary.main' : 'divider';
  if (to === undefined) {
    return (
      <Box sx={{ ...frame, borderColor }}>
        <Content {...card} />
      </Box>
    );
  }
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        ...frame,
        borderColor,
        textDecoration: 'none',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Content {...card} leads />
    </Box>
  );
}

type ContentProps = Omit<CountCard, 'to'> & { leads?: boolean };

function Content({ title, text, count, urgent, format = formatNumber, leads }: ContentProps) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="span" sx={{ fontWeight: 620 }}>
          {title}
        </Typography>
        {leads && <ArrowForward fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />}
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
        {count === undefined ? <Skeleton width={48} /> : format(count)}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {text}
      </Typography>
    </>
  );
}
