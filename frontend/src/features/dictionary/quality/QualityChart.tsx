import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { QualityShare, TableQuality } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { ratingLook } from '@/shared/requests/RatingChip';
import { emcOf, percentOf, pocOf } from './figures';

/**
 * The lower limits of Fair, Good and Excellent (decisions, "Data quality").
 */
const THRESHOLDS = [60, 80, 95] as const;

/** Name, bar and text in one line. On a phone the name is above the bar. */
const line = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 132px', sm: '112px minmax(0, 1fr) 150px' },
  columnGap: 1.5,
  alignItems: 'center',
} as const;

/**
 * Shows completeness and validity of each table as bars with a text beside them, so that no
 * information depends on colour alone.
 */
export function QualityChart({ tables }: { tables: readonly TableQuality[] }) {
  const captionId = useId();
  return (
    <Box
      component="figure"
      aria-labelledby={captionId}
      sx={{
        m: 0,
        mb: 4,
        p: { xs: 2, sm: 2.5 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Typography
        id={captionId}
        component="figcaption"
        variant="body2"
        color="textSecondary"
        sx={{ mb: 2 }}
      >
        Completeness and validity of the tables of this page by origin, in per cent. The marks stand
        at 60, 80 and 95, where Fair, Good and Excellent begin.
      </Typography>
      <PlainList
        sx={{
          display: 'grid',
          columnGap: 5,
          rowGap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {tables.map((table) => (
          <li key={table.tbl_id}>
            <Typography sx={{ fontWeight: 620, mb: 0.5, overflowWrap: 'anywhere' }}>
              {table.tbl_name}
            </Typography>
            {[pocOf(table), emcOf(table)].map(({ name, included, quality }) =>
              included ? (
                <Box key={name} role="group" aria-label={`${name} of ${table.tbl_name}`}>
                  <Typography variant="body2" sx={{ fontWeight: 550, mt: 0.5 }}>
                    {name}
                  </Typography>
                  <Line name="Completeness" share={quality.completeness} />
                  <Line name="Validity" share={quality.validity} />
                </Box>
              ) : (
                <Typography key={name} variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                  None in {name}
                </Typography>
              ),
            )}
          </li>
        ))}
      </PlainList>
    </Box>
  );
}

function Line({ name, share }: { name: string; share: QualityShare }) {
  const { icon: Icon, colour } = ratingLook(share.label);
  return (
    <Box sx={{ ...line, py: 0.375 }}>
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        {name}
      </Typography>
      <Bar share={share} />
      <Box
        component="span"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          fontSize: '0.8125rem',
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
          color: theme.vars.palette.status[colour].main,
        })}
      >
        <Icon sx={{ fontSize: 16 }} aria-hidden />
        {share.percentage !== null && share.percentage !== undefined && `${percentOf(share)} `}
        {share.label}
      </Box>
    </Box>
  );
}

/**
 * The percentage as a bar in the colour of its rating, with a mark at each threshold. Hidden from
 * screen readers.
 */
function Bar({ share: { percentage, label } }: { share: QualityShare }) {
  const { colour } = ratingLook(label);
  return (
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        height: 14,
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'quiet',
        overflow: 'hidden',
        // Keeps the colours in high-contrast modes. Printers omit backgrounds, so there is a border.
        forcedColorAdjust: 'none',
      }}
    >
      <Box
        sx={(theme) => ({
          height: '100%',
          width: `${percentage ?? 0}%`,
          bgcolor: theme.vars.palette.status[colour].main,
        })}
      />
      {THRESHOLDS.map((at) => (
        <Box
          key={at}
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            left: `${at}%`,
            width: '1px',
            bgcolor:
              percentage !== null && percentage !== undefined && percentage >= at
                ? 'background.paper'
                : 'text.secondary',
          }}
        />
      ))}
    </Box>
  );
}
