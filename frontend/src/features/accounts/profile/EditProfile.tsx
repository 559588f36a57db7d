import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import type { User } from '@/api/models';
import { useAct } from '@/api/useAct';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { PassingAlert } from '@/components/PassingAlert';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { accountQueries } from '../queries';

const required = (message: string) => z.string().trim().min(1, message);
const shape = z.object({
  fname: required('First Name is required'),
  sname: required('Last Name is required'),
  middle_name: z.string().trim(),
  designation: required('Designation is required'),
  department: required('Department is required'),
});
type ProfileForm = z.infer<typeof shape>;

const fields: readonly {
  name: keyof ProfileForm;
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

const isField = (name: string): name is keyof ProfileForm =>
  fields.some((field) => field.name === name);

/** Names, designation and department (1 §5.5). The organisation is the admin's to change. */
export function EditProfile({ user }: { user: User }) {
  const client = useQueryClient();
  const saved: ProfileForm = {
    fname: user.fname,
    sname: user.sname,
    middle_name: user.middle_name ?? '',
    designation: user.designation,
    department: user.department,
  };
  const { control, handleSubmit, setError, setValue, reset, subscribe, formState } =
    useForm<ProfileForm>({
      resolver: zodResolver(shape),
      // Another tab may have changed the profile since this one read it: what is read anew is shown, but for what was typed here.
      values: saved,
      resetOptions: { keepDirtyValues: true },
    });
  const [draft, setDraft] = useFormDraft<Partial<ProfileForm>>('profile', {});
  const restore = useEffectEvent(() => {
    for (const { name } of fields) {
      const typed = draft[name];
      if (typed !== undefined) setValue(name, typed, { shouldDirty: true });
    }
  });
  const follow = useEffectEvent((form: Partial<ProfileForm>) =>
    setDraft(
      Object.fromEntries(
        Object.entries(form).filter(([name, value]) => isField(name) && value !== saved[name]),
      ),
    ),
  );
  useEffect(() => {
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) });
  }, [subscribe]);
  const save = useAct({
    mutationFn: async (form: ProfileForm) =>
      body(
        await api.PUT('/api/v1/users/update_profile/{user_id}', {
          params: { path: { user_id: user.user_id } },
          body: form,
        }),
      ),
    onSuccess: (_, form) => {
      toast('Successfully updated your profile', 'success');
      reset(form);
      setDraft({});
      void client.invalidateQueries({ queryKey: accountQueries.all });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const [name, [message]] of Object.entries(error.errors)) {
        if (isField(name)) setError(name, { message }, { shouldFocus: true });
      }
    },
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSubmit((form) => save.mutate(form))(event)}
      sx={{ display: 'grid', gap: 2 }}
    >
      {save.isError && <PassingAlert severity="error">{messageOf(save.error)}</PassingAlert>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {fields.map(({ name, label, autoComplete, optional }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { ref, ...field }, fieldState: { error } }) => (
              <LimitedField
                limit={limits.ProfileBody[name]}
                {...field}
                inputRef={ref}
                label={label}
                required={!optional}
                autoComplete={autoComplete}
                error={Boolean(error)}
                helperText={error?.message}
              />
            )}
          />
        ))}
        <TextField
          label="Organisation"
          value={user.tentative_organization ?? user.org.name}
          helperText={
            user.tentative_organization
              ? 'As you typed it; it is not registered yet'
              : 'Only an administrator changes it'
          }
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      </Box>
      <Box>
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={save.isPending}
          disabled={!formState.isDirty}
        >
          Save your profile
        </Button>
      </Box>
    </Box>
  );
}
