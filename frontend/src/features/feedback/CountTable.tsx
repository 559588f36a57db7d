import Box from '@mui/material/Box';
import type { AnswerCount } from '@/api/models';
import { formatNumber } from '@/lib/numbers';
import { MIN_FOR_SHARES, shareText, totalOf } from './AnswerBar';

interface Props {
  caption: string;
  /** The heading of the first column. */
  head: string;
  rows: readonly { name: string; answers: readonly AnswerCount[] }[];
}

/** The numbers of a chart. Scrolls inside its own box on narrow screens. */
export function CountTable({ caption, head, rows }: Props) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={`${caption} Numbers`}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          '& caption': { textAlign: 'left', fontWeight: 600, pb: 0.5 },
          '& th, & td': {
            textAlign: 'right',
            py: 0.75,
            pl: 2,
            borderTop: 1,
            borderColor: 'divider',
            whiteSpace: 'nowrap',
          },
          '& th': { fontWeight: 550, color: 'text.secondary' },
          '& th:first-of-type': { textAlign: 'left', pl: 0 },
        }}
      >
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {rows[0]?.answers.map(({ answer }) => (
              <th key={answer} scope="col">
                {answer}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, answers }) => {
            const total = totalOf(answers);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                {answers.map(({ answer, number }) => (
                  <td key={answer}>
                    {formatNumber(number)}
                    {total >= MIN_FOR_SHARES && ` (${shareText(number, total)})`}
                  </td>
                ))}
                <td>{formatNumber(total)}</td>
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}
