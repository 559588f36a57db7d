import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';

export function Purposes({ purposes }: Pick<DataRequest, 'purposes'>) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {purposes.map(({ purpose_id, purpose, purpose_description }) => (
        <Typography component="li" variant="body2" key={purpose_id}>
          {purpose}
          {purpose_description && `: ${purpose_description}`}
        </Typography>
      ))}
    </Box>
  );
}
