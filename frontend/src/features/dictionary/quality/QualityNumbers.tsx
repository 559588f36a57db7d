import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LabelTally, OriginQuality, QualityShare, QualitySummary } from '@/api/models';
import { CountCards } from '@/ui/CountCards';
import { RatingChip } from '@/shared/requests/RatingChip';
import { formatNumber } from '@/lib/numbers';
import { percentOf } from './figures';

const NOT_ASSESSED = 'Not assessed';

function explained(share: QualityShare | undefined, unit: string): string {
  if (!share) return unit;
  if (share.whole === 0) return NOT_ASSESSED;
  return `${share.label}: ${formatNumber(share.part)} of ${formatNumber(share.whole)} ${unit}`;
}

interface Props {
  summary: QualitySummary | undefined;
  /** True if only some tables of the source were chosen. */
  narrowed: boolean;
}

/** Shows the quality of all chosen tables together, and the number of tables per label. */
export function QualityNumbers({ summary, narrowed }: Props) {
  const shareCard = (title: string, share: QualityShare | undefined, unit: string) => ({
    title,
    text: explained(share, unit),
    count: share && (share.percentage ?? 0),
    format: () => (share ? percentOf(share) : ''),
  });
  return (
    <>
      <CountCards
        cards={[
          {
            title: 'Tables',
            text: narrowed ? 'that you chose' : 'published in this data source',
            count: summary?.tables,
          },
          shareCard('Completeness', summary?.completeness, 'figures are known'),
          shareCard('Validity', summary?.validity, 'records are valid'),
        ]}
      />
      {summary && summary.tables > 0 && (
        <Box component="dl" sx={{ m: 0, mb: 4, mt: -1.5, display: 'grid', gap: 1 }}>
          <OriginNumbers name="PoC" quality={summary.poc} />
          <OriginNumbers name="eMC" quality={summary.emc} />
          <Labels name="Tables by completeness" tally={summary.by_completeness} />
          <Labels name="Tables by validity" tally={summary.by_validity} />
        </Box>
      )}
    </>
  );
}

/** Shows the quality of the records of one origin, over all chosen tables. */
function OriginNumbers({ name, quality }: { name: string; quality: OriginQuality }) {
  const shares = [
    ['Completeness', quality.completeness],
    ['Validity', quality.validity],
  ] as const;
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.75 }}
    >
      <Typography component="dt" variant="body2" color="textSecondary" sx={{ minWidth: 180 }}>
        Records of {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {shares.map(([title, share]) => (
          <Box
            key={title}
            component="span"
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, mr: 1 }}
          >
            <Typography component="span" variant="body2">
              {title}
            </Typography>
            <RatingChip rating={share.label} />
            {share.whole > 0 && (
              <Typography
                component="span"
                variant="body2"
                sx={{ fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}
              >
                {percentOf(share)}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Labels({ name, tally }: { name: string; tally: LabelTally }) {
  const labels = [
    ['Excellent', tally.excellent],
    ['Good', tally.good],
    ['Fair', tally.fair],
    ['Poor', tally.poor],
    [NOT_ASSESSED, tally.not_assessed],
  ] as const;
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.75 }}
    >
      <Typography component="dt" variant="body2" color="textSecondary" sx={{ minWidth: 180 }}>
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {labels.map(([label, count]) => (
          <Box
            key={label}
            component="span"
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, mr: 1 }}
          >
            <RatingChip rating={label} />
            <Typography
              component="span"
              variant="body2"
              sx={{ fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}
            >
              {formatNumber(count)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
