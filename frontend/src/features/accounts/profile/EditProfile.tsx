import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { User } from '@/api/models';
import { useAct } from '@/api/useAct';
import { LimitedField } from '@/ui/LimitedField';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { accountQueries } from '../queries';

type Profile = Record<'fname' | 'sname' | 'middle_name' | 'designation' | 'department', string>;

const fields: readonly {
  name: keyof Profile;
  label: string;
  autoComplete: string;
  optional?: true;
}[] = [
  { name: 'fname', label: 'First Name', autoComplete: 'given-name' },
  { name: 'sname', label: 'Last Name', autoComplete: 'family-name' },
  {
    name: 'middle_name',
    label: 'Middle Name (optional)',
    autoComplete: 'additional-name',
    optional: true,
  },
  { name: 'designation', label: 'Designation', autoComplete: 'organization-title' },
  { name: 'department', label: 'Department', autoComplete: 'off' },
];

const check = (profile: Profile) =>
  Object.fromEntries(
    fields.map(({ name, label, optional }) => [
      name,
      optional || profile[name].trim() ? undefined : `${label} is required`,
    ]),
  );

const profileOf = (user: User): Profile => ({
  fname: user.fname,
  sname: user.sname,
  middle_name: user.middle_name ?? '',
  designation: user.designation,
  department: user.department,
});

const trimmed = (profile: Profile): Profile => ({
  fname: profile.fname.trim(),
  sname: profile.sname.trim(),
  middle_name: profile.middle_name.trim(),
  designation: profile.designation.trim(),
  department: profile.department.trim(),
});

/**
 * Edits names, designation and department (1 §5.5). Only an administrator can change the
 * organisation.
 */
export function EditProfile({ user }: { user: User }) {
  const client = useQueryClient();
  const save = useAct({
    mutationFn: async (profile: Profile) =>
      body(
        await api.PUT('/api/v1/users/update_profile/{user_id}', {
          params: { path: { user_id: user.user_id } },
          body: profile,
        }),
      ),
    onSuccess: () => {
      toast('Successfully updated your profile', 'success');
      void client.invalidateQueries({ queryKey: accountQueries.all });
    },
  });
  const form = useRecordForm({
    name: 'profile',
    initial: profileOf(user),
    follows: true,
    isOnPage: true,
    check,
    quiet: true,
    save,
    inputOf: trimmed,
  });
  return (
    <Box component="form" noValidate onSubmit={form.onSubmit} sx={{ display: 'grid', gap: 2 }}>
      {save.error && <TemporaryAlert severity="error" error={save.error} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {fields.map(({ name, label, autoComplete, optional }) => (
          <LimitedField
            key={name}
            {...form.text(name)}
            limit={limits.ProfileBody[name]}
            label={label}
            required={!optional}
            autoComplete={autoComplete}
          />
        ))}
        <TextField
          label="Organisation"
          value={user.tentative_organization ?? user.org.name}
          helperText={
            user.tentative_organization
              ? 'As you entered it. It is not registered yet'
              : 'Only an administrator can change this'
          }
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      </Box>
      <Box>
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={form.pending}
          disabled={!form.isDirty}
        >
          Save your profile
        </Button>
      </Box>
    </Box>
  );
}
