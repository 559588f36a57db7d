import Typography from '@mui/material/Typography';
import { limits } from '@/lib/limits';
import { LimitedField } from '@/ui/LimitedField';
import type { useNewPasskeyForm } from './useNewPasskeyForm';
import { PASSKEY_IS } from './texts';

/** Says what a passkey is, and asks for the name of the new one. */
export function NewPasskeyFields({ form }: { form: ReturnType<typeof useNewPasskeyForm> }) {
  return (
    <>
      <Typography>
        {PASSKEY_IS} Your browser asks you for it next. No one can guess or read it, and it only
        works at this address.
      </Typography>
      <LimitedField
        {...form.text('name', 'So that you recognise it later, such as “Work laptop”')}
        label="Name of the passkey"
        limit={limits.NewPasskeyBody.name}
        required
        autoFocus
        fullWidth
        autoComplete="off"
      />
    </>
  );
}
