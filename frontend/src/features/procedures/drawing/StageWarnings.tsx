import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { PlainList } from '@/ui/PlainList';

interface Props {
  messages: readonly string[];
  sx?: SystemStyleObject<Theme>;
}

/** The warnings about one stage, beside its name or above its fields. */
export function StageWarnings({ messages, sx }: Props) {
  if (messages.length === 0) return null;
  return (
    <PlainList aria-label="Warnings" sx={{ display: 'grid', gap: 0.5, ...sx }}>
      {messages.map((message) => (
        <Box
          component="li"
          key={message}
          sx={{
            display: 'flex',
            alignItems: 'start',
            gap: 0.75,
            fontSize: '0.8125rem',
            lineHeight: 1.4,
            overflowWrap: 'anywhere',
          }}
        >
          <WarningAmberOutlined color="warning" aria-hidden sx={{ fontSize: 18 }} />
          {message}
        </Box>
      ))}
    </PlainList>
  );
}
