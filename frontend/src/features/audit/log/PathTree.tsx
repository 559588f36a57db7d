import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { count, formatNumber } from '@/lib/numbers';
import type { Answer } from '../check/check';
import { toHex } from '../check/bytes';
import { pathSides } from '../check/tree';

/** The levels that are drawn at the bottom and at the top of a high tree. */
const DRAWN = { below: 4, above: 3 };

const LEVEL = 56;
/** How far a node of the path, and the node beside it, are from their parent. */
const ASIDE = { path: 16, other: 52 };
const RADIUS = 9;
const EDGE = { left: -190, right: 190, top: 34, bottom: 40 };

interface Level {
  /** The first digits of the hash beside the path. */
  hash: string;
  /** True if the path leads through the right child. */
  isRight: boolean;
}

/** Returns the levels from the root down, with the number of those that are left out between. */
function drawnLevels(levels: readonly Level[]) {
  const down = [...levels].reverse();
  const most = DRAWN.above + DRAWN.below;
  if (down.length <= most) return { shown: down, gapAfter: -1, left: 0 };
  return {
    shown: [...down.slice(0, DRAWN.above), ...down.slice(-DRAWN.below)],
    gapAfter: DRAWN.above - 1,
    left: down.length - most,
  };
}

const ROOT = { x: 0, y: 0 };

/** Places the levels below each other, with more room above the one after the gap. */
function placed(levels: readonly Level[], afterGap: number) {
  let parent = ROOT;
  return levels.map(({ isRight, hash }, place) => {
    const way = isRight ? 1 : -1;
    const y = parent.y + (place === afterGap ? 2 * LEVEL : LEVEL);
    const row = {
      parent,
      node: { x: parent.x + way * ASIDE.path, y },
      other: { x: parent.x - way * ASIDE.other, y },
      way,
      hash,
    };
    parent = row.node;
    return row;
  });
}

/**
 * Draws how the hashes of a proof lead from the entry to the signed root. The caption says the same
 * in words. Renders nothing if the file has no such path.
 */
export function PathTree({ answer }: { answer: Answer }) {
  const { palette } = useTheme().vars;
  const { index, path, signed, isInLog: isIn } = answer;
  if (!signed || !path || index === undefined || index >= signed.size) return null;
  const sides = pathSides(index, signed.size);
  if (sides.length !== path.length) return null;
  const { shown, gapAfter, left } = drawnLevels(
    sides.map((isRight, place) => ({ isRight, hash: toHex(path[place]!).slice(0, 6) })),
  );
  const color = palette.status[isIn ? 'approved' : 'denied'].main;
  const rows = placed(shown, left > 0 ? gapAfter + 1 : -1);
  const lowest = rows.at(-1)?.node ?? ROOT;
  const where = `at index ${formatNumber(Number(index))}`;
  const text = { fontSize: 15, fill: palette.text.primary } as const;
  const quiet = { ...text, fill: palette.text.secondary } as const;
  const { left: x, top, right, bottom } = EDGE;
  return (
    <Box component="figure" aria-label="The path to the signed root" sx={{ m: 0, maxWidth: 380 }}>
      <Box
        component="svg"
        aria-hidden
        viewBox={`${x} ${-top} ${right - x} ${lowest.y + top + bottom}`}
        sx={{ display: 'block', width: '100%' }}
      >
        {rows.map(({ parent, node, other, way, hash }, place) => {
          const isGap = left > 0 && place === gapAfter + 1;
          return (
            <g key={node.y}>
              {!isGap && (
                <line
                  x1={parent.x}
                  y1={parent.y}
                  x2={other.x}
                  y2={other.y}
                  stroke={palette.text.secondary}
                  strokeWidth={1.5}
                />
              )}
              <line
                x1={parent.x}
                y1={parent.y}
                x2={node.x}
                y2={node.y}
                stroke={color}
                strokeWidth={3}
                strokeDasharray={isGap ? '4 6' : undefined}
              />
              {isGap && (
                <text x={parent.x + 16} y={(parent.y + node.y) / 2} {...quiet}>
                  {count(left, 'more level')}
                </text>
              )}
              <circle
                cx={other.x}
                cy={other.y}
                r={RADIUS - 2}
                fill={palette.background.paper}
                stroke={palette.text.secondary}
                strokeWidth={1.5}
              />
              <text
                x={other.x - way * 14}
                y={other.y}
                textAnchor={way > 0 ? 'end' : 'start'}
                dominantBaseline="central"
                fontFamily="monospace"
                {...quiet}
              >
                {hash}…
              </text>
            </g>
          );
        })}
        {[ROOT, ...rows.map(({ node }) => node)].map((node) => (
          <circle key={node.y} cx={node.x} cy={node.y} r={RADIUS} fill={color} />
        ))}
        <text x={0} y={-18} textAnchor="middle" fontWeight={600} {...text}>
          {isIn ? 'Signed root' : 'Another root was signed'}
        </text>
        <text x={lowest.x} y={lowest.y + 28} textAnchor="middle" fontWeight={600} {...text}>
          Entry {where}
        </text>
      </Box>
      <Typography component="figcaption" variant="body2" color="textSecondary">
        The entry {where} and {count(path.length, 'hash', 'hashes')} of other entries{' '}
        {isIn ? 'lead' : 'do not lead'} to the signed root of{' '}
        {count(Number(signed.size), 'entry', 'entries')}.
      </Typography>
    </Box>
  );
}
