import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlainList } from '@/ui/PlainList';
import { everyRole } from '@/shared/roles/queries';
import { ChoiceField } from '../ChoiceField';
import { procedureQueries } from '../queries';
import { StageFields } from '../StageFields';
import { canHaveTarget, isTarget, parseDays, TARGET_ERROR, type StageForm } from '../stageForm';
import {
  linkFault,
  linksFrom,
  linksTo,
  nameOf,
  stagesInOrder,
  type Drawing,
  type DrawnLink,
  type DrawnStage,
  type StageChange,
} from './drawing';
import { faultOfField, type PlacedFault } from './faults';

interface Props {
  drawing: Drawing;
  stage: DrawnStage;
  faults: readonly PlacedFault[];
  onChange: (change: StageChange, field: string) => void;
  onLink: (link: DrawnLink) => void;
  onUnlink: (link: DrawnLink) => void;
  onInsertAfter: (link: DrawnLink) => void;
  onRemove: () => void;
}

const POSITIONS = { pos_x: 'Position X', pos_y: 'Position Y' } as const;
type Axis = keyof typeof POSITIONS;

/** The fields of a stage, with the links to and from it. */
export function StagePanel(props: Props) {
  const { drawing, stage, faults, onChange, onLink, onUnlink, onInsertAfter, onRemove } = props;
  const id = stage.stage_id;
  const roles = useQuery(everyRole()).data;
  const types = useQuery(procedureQueries.everyStageType()).data;
  // Texts that are no positions or integers yet. The stage keeps its last values meanwhile.
  const [typed, setTyped] = useState<Partial<Record<Axis | 'target', string>>>({});
  const isPlace = (text: string) => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1;
  const shown = (axis: Axis) => {
    const text = typed[axis];
    return text !== undefined && (!isPlace(text) || Number(text) === stage[axis])
      ? text
      : String(stage[axis]);
  };
  const shownTarget = () => {
    const text = typed.target;
    const days = text === undefined ? undefined : parseDays(text);
    return text !== undefined && (days === undefined || days === stage.target)
      ? text
      : String(stage.target ?? '');
  };
  const faultOf = (field: string) => {
    if (field === 'target' && !isTarget(shownTarget())) return TARGET_ERROR;
    const name = POSITIONS[field as Axis] as string | undefined;
    if (name) {
      const text = shown(field as Axis);
      if (text.trim() === '') return `${name} is required.`;
      if (!isPlace(text)) return 'From 0 to 1';
    }
    return faultOfField(faults, id, field);
  };
  /** Removes the target with the decision of the stage. */
  const withTarget = (change: Pick<StageChange, 'role' | 'stage_type'>): StageChange => {
    const { role, stage_type } = { ...stage, ...change };
    const isPossible = canHaveTarget(
      { role: role || '', stage_type: stage_type || '' },
      { roles, types },
    );
    if (isPossible) return change;
    setTyped((now) => ({ ...now, target: undefined }));
    return { ...change, target: null };
  };
  const others = stagesInOrder(drawing).filter(
    ({ stage_id }) => linkFault(drawing, { current_stage: id, next: stage_id }) === undefined,
  );
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <StageFields
          idOf={(field) => `drawn-${field}`}
          values={{
            role: stage.role || '',
            stage_type: stage.stage_type || '',
            stage_order: stage.stage_order || '',
            stage_activity: stage.stage_activity,
            branch_level: stage.branch_level,
            pos_x: shown('pos_x'),
            pos_y: shown('pos_y'),
            icon: stage.icon,
            target: shownTarget(),
          }}
          set={(field: keyof StageForm, value: StageForm[keyof StageForm]) => {
            if (field === 'pos_x' || field === 'pos_y') {
              setTyped((now) => ({ ...now, [field]: String(value) }));
              if (isPlace(String(value))) onChange({ [field]: Number(value) }, 'place');
            } else if (field === 'target') {
              setTyped((now) => ({ ...now, target: String(value) }));
              // A target out of range stays in the drawing, so that the server refuses it.
              const days = parseDays(String(value));
              if (days !== undefined) onChange({ target: days }, field);
            } else if (field === 'stage_activity' || field === 'icon') {
              if (value !== stage[field]) onChange({ [field]: String(value) }, field);
            } else if (field === 'role' || field === 'stage_type') {
              // A change of the type may change the role, so both are one undo step.
              onChange(withTarget({ [field]: Number(value) }), 'type');
            } else {
              onChange({ [field]: Number(value) }, field);
            }
          }}
          faultOf={faultOf}
        />
      </Box>
      <Typography variant="h4" component="h3" sx={{ mt: 2.5, mb: 0.5 }}>
        Next stages
      </Typography>
      <PlainList aria-label="Next stages">
        {linksFrom(drawing, id).map((link, place) => (
          <Box
            component="li"
            key={`${link.next} ${place}`}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.875rem' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {nameOf(drawing, link.next)}
            </Box>
            <Tooltip title="Insert a stage before it" describeChild>
              <IconButton
                aria-label={`Insert a stage before ${nameOf(drawing, link.next)}`}
                onClick={() => onInsertAfter(link)}
              >
                <Add fontSize="small" />
              </IconButton>
            </Tooltip>
            <Tooltip title="Remove the link" describeChild>
              <IconButton
                aria-label={`Remove the link to ${nameOf(drawing, link.next)}`}
                onClick={() => onUnlink(link)}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
        ))}
      </PlainList>
      {others.length > 0 && (
        <Box sx={{ display: 'grid', mt: 1.5 }}>
          <ChoiceField<number>
            id="drawn-next"
            label="Add a next stage"
            required={false}
            value=""
            options={others.map(({ stage_id }) => ({
              value: stage_id,
              name: nameOf(drawing, stage_id),
            }))}
            onChange={(next) => onLink({ current_stage: id, next })}
          />
        </Box>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
        {comesAfter(drawing, id)}
      </Typography>
      <Button
        color="error"
        variant="outlined"
        startIcon={<DeleteOutlined />}
        onClick={onRemove}
        sx={{ mt: 2 }}
      >
        Remove this stage
      </Button>
    </>
  );
}

function comesAfter(drawing: Drawing, id: number): string {
  const names = linksTo(drawing, id).map(
    ({ current_stage }) => `“${nameOf(drawing, current_stage)}”`,
  );
  return names.length > 0
    ? `It comes after ${names.join(', ')}.`
    : 'It comes after no other stage.';
}
