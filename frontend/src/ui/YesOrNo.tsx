import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';

interface Props {
  value: boolean;
  yes?: string;
  no?: string;
}

export function YesOrNo({ value, yes = 'Yes', no = 'No' }: Props) {
  const Icon = value ? CheckCircleOutlined : CancelOutlined;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Icon fontSize="small" aria-hidden color={value ? 'success' : 'disabled'} />
      {value ? yes : no}
    </Box>
  );
}
