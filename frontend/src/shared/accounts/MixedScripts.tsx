import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface Props {
  what?: string;
  /** The alphabets that the name mixes. If there are none, nothing is shown. */
  scripts: readonly string[] | null | undefined;
}

/**
 * A warning beside a name that mixes letters of several alphabets. Some letters look alike, so the
 * name may imitate another one.
 */
export function MixedScripts({ what = 'This name', scripts }: Props) {
  if (!scripts?.length) return null;
  return (
    <Typography
      component="div"
      variant="caption"
      sx={{ display: 'flex', gap: 0.5, fontWeight: 400, overflowWrap: 'anywhere' }}
    >
      <WarningAmberOutlined aria-hidden color="warning" sx={{ fontSize: 16, flexShrink: 0 }} />
      <Box component="span">
        {what} mixes letters of several alphabets ({scripts.join(', ')}).
      </Box>
    </Typography>
  );
}
