import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import Box from '@mui/material/Box';
import type { Asked } from '@/api/models';
import { count } from '@/lib/numbers';

/**
 * Shows the people who would decide at a stage. A gap is marked by colour, icon and text (decisions
 * C5, C14).
 */
export function StageDeciders({ asked }: { asked: Asked }) {
  if (asked.kind === 'people') {
    return (
      <>
        {asked.organisation},{' '}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {count(asked.people, 'person', 'people')}
        </Box>
      </>
    );
  }
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'start', gap: 0.5, color: 'error.main' }}
    >
      <PersonOffOutlined aria-hidden sx={{ fontSize: 18, mt: 0.125 }} />
      {asked.kind === 'nobody'
        ? `No one has the role at ${asked.organisation ?? ''}`
        : 'No organisation offers the role'}
    </Box>
  );
}
