import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { PlainList } from '@/ui/PlainList';
import { count } from '@/lib/numbers';
import {
  isSameLink,
  linkName,
  linksFrom,
  nameOf,
  stagesInOrder,
  type Drawing,
  type DrawnLink,
} from './drawing';
import { messagesAt, type PlacedFault } from './faults';
import { StageWarnings } from './StageWarnings';

interface Props {
  drawing: Drawing;
  faults: readonly PlacedFault[];
  warnings: readonly PlacedFault[];
  roleName: (role: number) => string;
  onStage: (id: number) => void;
  onLink: (link: DrawnLink) => void;
}

const line = {
  display: 'flex',
  justifyContent: 'flex-start',
  alignItems: 'center',
  gap: 0.75,
  width: '100%',
  minHeight: 32,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  textAlign: 'left',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  '&:hover': { bgcolor: 'quiet' },
} as const;

const Fault = () => <ErrorOutlined color="error" sx={{ fontSize: 18 }} titleAccess="has a fault" />;

/**
 * Lists the drawing as text: each stage with its next stages. Stages and links can be selected here
 * as in the drawing.
 */
export function Outline({ drawing, faults, warnings, roleName, onStage, onLink }: Props) {
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        Stages
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {drawing.stages.length > 0
          ? 'Choose a stage or a link to change it.'
          : 'Add the stages here. A procedure begins with an Initial stage and ends with a Terminal one.'}
      </Typography>
      <PlainList component="ol" aria-label="Stages in order">
        {stagesInOrder(drawing).map(({ stage_id, role, target }) => (
          <Box component="li" key={stage_id} sx={{ py: 0.25 }}>
            <ButtonBase sx={line} onClick={() => onStage(stage_id)}>
              <span>
                <strong>{nameOf(drawing, stage_id)}</strong>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' '}
                  {roleName(role)}
                  {target ? `, ${count(target, 'working day')}` : ''}
                </Box>
              </span>
              {faults.some(({ stages }) => stages.includes(stage_id)) && <Fault />}
            </ButtonBase>
            <StageWarnings messages={messagesAt(warnings, stage_id)} sx={{ px: 1, pb: 0.5 }} />
            {linksFrom(drawing, stage_id).map((link, place) => (
              <ButtonBase
                key={`${link.next} ${place}`}
                aria-label={linkName(drawing, link)}
                sx={{ ...line, pl: 3, color: 'text.secondary' }}
                onClick={() => onLink(link)}
              >
                then {nameOf(drawing, link.next)}
                {faults.some(({ links }) => links.some((one) => isSameLink(one, link))) && (
                  <Fault />
                )}
              </ButtonBase>
            ))}
          </Box>
        ))}
      </PlainList>
    </>
  );
}
