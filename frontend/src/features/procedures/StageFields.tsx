import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { IconField } from '@/ui/icons/IconField';
import { LimitedField } from '@/ui/LimitedField';
import { everyRole } from '@/shared/roles/queries';
import { limits } from '@/lib/limits';
import { ChoiceField } from './ChoiceField';
import { procedureQueries } from './queries';
import { branchLevels, canHaveTarget, rolesOf, stageOrders, type StageForm } from './stageForm';
import { fieldHelp } from '@/ui/fieldHelp';

type Values = Omit<StageForm, 'approval_procedure'>;

interface Props {
  idOf: (field: keyof Values) => string;
  values: Values;
  set: <Field extends keyof StageForm>(field: Field, value: StageForm[Field]) => void;
  faultOf: (field: keyof Values) => string | undefined;
  /** False to hide the fields of the position. */
  hasPlace?: boolean;
}

/** The fields of a stage, in the dialog and beside the drawing (3 §5). */
export function StageFields({ idOf, values, set, faultOf, hasPlace = true }: Props) {
  const roles = useQuery(everyRole());
  const types = useQuery(procedureQueries.everyStageType());
  const offered = rolesOf(types.data, values.stage_type);
  const hasTarget = canHaveTarget(values, { roles: roles.data, types: types.data });
  return (
    <>
      <ChoiceField
        id={idOf('role')}
        label="Role"
        value={values.role}
        options={(roles.data ?? [])
          .filter(({ role_id }) => offered.includes(role_id))
          .map(({ role_id, role }) => ({ value: role_id, name: role }))}
        onChange={(value) => set('role', value)}
        error={faultOf('role')}
        help="Only roles that can have a stage of this type."
      />
      <ChoiceField
        id={idOf('stage_type')}
        label="Stage Type"
        value={values.stage_type}
        options={(types.data ?? []).map(({ stage_type_id, stage_type }) => ({
          value: stage_type_id,
          name: stage_type,
        }))}
        onChange={(value) => {
          set('stage_type', value);
          if (values.role && !rolesOf(types.data, value).includes(values.role)) set('role', '');
        }}
        error={faultOf('stage_type')}
      />
      <ChoiceField
        id={idOf('stage_order')}
        label="Stage Order"
        value={values.stage_order}
        options={stageOrders}
        onChange={(value) => set('stage_order', value)}
        error={faultOf('stage_order')}
        help="Used for sorting and labels only. The links define the sequence."
      />
      <LimitedField
        limit={limits.StageInputBody.stage_activity}
        required
        id={idOf('stage_activity')}
        label="Stage Activity"
        value={values.stage_activity}
        onChange={({ target }) => set('stage_activity', target.value)}
        error={Boolean(faultOf('stage_activity'))}
        helperText={fieldHelp(
          faultOf('stage_activity'),
          'Describe in a few words what happens here.',
        )}
      />
      <ChoiceField
        id={idOf('branch_level')}
        label="Branch Level"
        value={values.branch_level}
        options={branchLevels}
        onChange={(value) => set('branch_level', value)}
        error={faultOf('branch_level')}
      />
      {hasTarget && (
        <TextField
          id={idOf('target')}
          label="Target (working days)"
          value={values.target}
          onChange={({ target }) => set('target', target.value)}
          error={Boolean(faultOf('target'))}
          helperText={fieldHelp(faultOf('target'), 'Leave empty for no target.')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
      {hasPlace && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
          {(['pos_x', 'pos_y'] as const).map((field) => (
            <TextField
              key={field}
              required
              id={idOf(field)}
              type="number"
              label={field === 'pos_x' ? 'Position X' : 'Position Y'}
              value={values[field]}
              onChange={({ target }) => set(field, target.value)}
              error={Boolean(faultOf(field))}
              helperText={fieldHelp(faultOf(field), 'From 0 to 1')}
              slotProps={{ htmlInput: { min: 0, max: 1, step: 0.01 } }}
            />
          ))}
        </Box>
      )}
      <IconField
        id={idOf('icon')}
        value={values.icon}
        onChange={(icon) => set('icon', icon)}
        error={faultOf('icon')}
      />
    </>
  );
}
