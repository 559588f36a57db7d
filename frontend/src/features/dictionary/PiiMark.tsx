import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

const explanation =
  'Personally identifiable information (PII) is de-identified before the data is delivered.';

/** The style of the PII mark, also used by lists with many marks. */
export const piiLook = {
  px: 0.625,
  border: 1,
  borderRadius: 0.5,
  fontSize: '0.6875rem',
  fontWeight: 650,
  lineHeight: 1.5,
  color: 'pii',
};

export function PiiMark() {
  return (
    <Box component="span" sx={piiLook}>
      PII
    </Box>
  );
}

/** Explains the red marks of the list (2 §2). */
export function PiiLegend() {
  return (
    <Tooltip title={explanation}>
      <Box
        tabIndex={0}
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.75,
          borderRadius: 0.5,
          fontSize: '0.8125rem',
          fontWeight: 500,
          color: 'pii',
          cursor: 'help',
        }}
      >
        <ShieldOutlined sx={{ fontSize: 18 }} aria-hidden />
        Personally identifiable information (PII)
      </Box>
    </Tooltip>
  );
}
