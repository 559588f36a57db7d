import Box from '@mui/material/Box';

type Point = readonly [x: number, y: number];

/** The stages of a request in a row: four approved, one that decides now, and one to come. */
const STAGES = ['done', 'done', 'done', 'done', 'now', 'later'] as const;
const STAGE = { y: 14, width: 42, height: 24 };

const centreOf = (place: number) => 32 + 62 * place;
const between = ([left]: Point, [right]: Point, y: number): Point => [(left + right) / 2, y];

/** The entries of the approvals, the hashes above them, and the signed head. */
const ENTRIES: readonly Point[] = [0, 1, 2, 3].map((place) => [centreOf(place), 88]);
const [first, second, third, fourth] = ENTRIES as [Point, Point, Point, Point];
const LEFT = between(first, second, 134);
const RIGHT = between(third, fourth, 134);
const ROOT = between(LEFT, RIGHT, 180);
const SEAL: Point = [centreOf(4), 180];

const lines = (pairs: readonly (readonly [Point, Point])[]) =>
  pairs.map(([from, to]) => `M${from.join(' ')}L${to.join(' ')}`).join('');

const under = ([x]: Point): Point => [x, STAGE.y + STAGE.height];

const EDGES = lines([
  ...ENTRIES.map((entry) => [under(entry), entry] as const),
  [first, LEFT],
  [second, LEFT],
  [fourth, RIGHT],
  [LEFT, ROOT],
]);
/** The way from one decision to the signature. */
const WAY = lines([
  [under(third), third],
  [third, RIGHT],
  [RIGHT, ROOT],
  [ROOT, SEAL],
]);

/**
 * Draws how the decisions on a request become entries of the log, and how one of them leads to the
 * signed head. The text beside it says the same.
 */
export function LogPicture() {
  return (
    <Box
      component="svg"
      viewBox="0 0 374 212"
      aria-hidden
      sx={({ vars: { palette } }) => ({
        display: 'block',
        width: '100%',
        maxWidth: 380,
        height: 'auto',
        mx: 'auto',
        strokeWidth: 2,
        fill: palette.background.paper,
        stroke: palette.fieldBorder,
        '& .done': { fill: palette.status.approved.main, stroke: palette.status.approved.main },
        '& .now': { fill: palette.status.unattended.tint, stroke: palette.status.unattended.main },
        '& .way': { stroke: palette.primary.main, strokeWidth: 3 },
        '& .seal': { fill: palette.primary.main, stroke: palette.primary.main },
        '& .check': { fill: 'none', stroke: palette.primary.contrastText, strokeWidth: 4 },
      })}
    >
      <path d={`M${centreOf(0)} 26H${centreOf(STAGES.length - 1)}`} />
      {STAGES.map((state, place) => (
        <rect
          key={place}
          className={state}
          x={centreOf(place) - STAGE.width / 2}
          {...STAGE}
          rx={6}
        />
      ))}
      <path d={EDGES} />
      <path className="way" d={WAY} />
      {[...ENTRIES, LEFT, RIGHT, ROOT].map(([cx, cy]) => (
        <circle
          key={`${cx} ${cy}`}
          className={[third, RIGHT, ROOT].some(([x]) => x === cx) ? 'way' : undefined}
          cx={cx}
          cy={cy}
          r={9}
        />
      ))}
      <circle className="seal" cx={SEAL[0]} cy={SEAL[1]} r={22} />
      <path className="check" d={`M${SEAL[0] - 9} 181l6 7 12-14`} />
    </Box>
  );
}
