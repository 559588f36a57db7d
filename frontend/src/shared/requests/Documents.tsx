import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RequestDocument } from '@/api/models';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { documentDetail } from './documentDetail';

export function Documents({ documents }: { documents: readonly RequestDocument[] }) {
  if (documents.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {documents.map(({ path, title, gone, ...document }) =>
        gone ? (
          <Typography key={path} variant="body2">
            {title}: {gone}
          </Typography>
        ) : (
          <DocumentButton key={path} path={path} title={title} detail={documentDetail(document)} />
        ),
      )}
    </Box>
  );
}
