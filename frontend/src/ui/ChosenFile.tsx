import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { fileSize } from '@/lib/numbers';

interface Props {
  file: { name: string; size: number };
  /** The buttons beside it. */
  children: ReactNode;
}

/** The name and size of the file in a file field. */
export function ChosenFile({ file, children }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5, p: 1.5 }}>
      <InsertDriveFileOutlined sx={{ color: 'primary.main' }} aria-hidden />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {fileSize(file.size)}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
