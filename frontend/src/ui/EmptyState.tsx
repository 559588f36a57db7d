import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

interface Props {
  /** The text prescribed by the specification. */
  message: string;
  /** Advice about the next step. */
  hint?: ReactNode;
  action?: ReactNode;
  icon?: typeof SvgIcon;
}

/** Placeholder of a list without rows. */
export function EmptyState({ message, hint, action, icon: Icon = InboxOutlined }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: 3,
        py: 6,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Icon sx={{ fontSize: 36, color: 'text.secondary' }} aria-hidden />
      <Typography sx={{ fontWeight: 620 }}>{message}</Typography>
      {hint && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 460 }}>
          {hint}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  );
}
