import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PAGE_BAR_BOTTOM, pageBar } from '@/ui/bars';
import { LOW_WINDOW } from '@/ui/looks';
import { formatNumber } from '@/lib/numbers';

interface Props {
  picked: number;
  onPreview: () => void;
  onRequest: () => void;
}

/** The number of selected variables and the way to a request, at the foot of the window. */
export function SelectionBar({ picked, onPreview, onRequest }: Props) {
  return (
    <Box
      ref={pageBar}
      component="section"
      data-bar
      aria-label="Your selection"
      sx={{
        position: 'sticky',
        [LOW_WINDOW]: { position: 'static' },
        bottom: PAGE_BAR_BOTTOM,
        zIndex: 3,
        mt: 2,
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 2.5 },
        py: 1.25,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: { sm: 1 },
      }}
    >
      <Typography sx={{ flex: '1 1 auto', fontWeight: 600 }}>
        {formatNumber(picked)} selected
      </Typography>
      <Button variant="outlined" startIcon={<VisibilityOutlined />} onClick={onPreview}>
        Preview
      </Button>
      <Button variant="contained" onClick={onRequest}>
        Request Data
      </Button>
    </Box>
  );
}
