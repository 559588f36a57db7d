import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { countriesQuery } from '@/shared/accounts/countries';
import { LimitedField, type LimitedFieldProps } from '@/ui/LimitedField';
import { limits } from '@/lib/limits';
import { runAfterPointerRelease } from '@/lib/pointerRelease';
import {
  isRequired,
  missingWords,
  type OrganisationField,
  type TextField as Field,
  type TypedOrganisation,
} from './organisationForm';

interface Props {
  /** Returned by `useRecordDialog`. */
  form: {
    values: TypedOrganisation;
    set: <Name extends OrganisationField>(field: Name, value: TypedOrganisation[Name]) => void;
    idOf: (field: OrganisationField) => string;
    attempted: boolean;
    serverErrorOf: (field: OrganisationField) => string | undefined;
  };
}

/** The text at an empty field: an error if it is required, and otherwise a warning. */
const missing = (field: Field, blocks: boolean): ReactNode => (
  <Box component="span" sx={{ color: blocks ? undefined : 'warning.main' }}>
    {missingWords[field]}
  </Box>
);

/**
 * The fields of an organisation. Empty domain and abbreviation cause a warning, but are allowed
 * (3 §5).
 */
export function OrganisationFields({ form }: Props) {
  const { values, set, idOf, attempted, serverErrorOf } = form;
  /** The fields that have lost the focus. */
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const countries = useQuery(countriesQuery());
  const names = (countries.data ?? []).map(({ name }) => name);

  const fieldProps = (field: Field, label: string, hint?: string): LimitedFieldProps => {
    const flagged = !values[field].trim() && (attempted || left.has(field));
    const refusal = serverErrorOf(field);
    const blocks = Boolean(refusal) || (flagged && isRequired(field));
    return {
      id: idOf(field),
      value: values[field],
      limit: limits.OrganizationFormBody[field],
      label,
      required: isRequired(field),
      autoComplete: 'off',
      // Delayed, because the new line could move the button between pointerdown and pointerup.
      onBlur: () => runAfterPointerRelease(() => setLeft((before) => new Set(before).add(field))),
      error: blocks,
      helperText: refusal ?? (flagged ? missing(field, blocks) : hint),
    };
  };
  const text = (field: Field, label: string, hint?: string): LimitedFieldProps => ({
    ...fieldProps(field, label, hint),
    onChange: ({ target }) => set(field, target.value),
  });

  const fault = serverErrorOf('active');
  return (
    <>
      <LimitedField {...text('name', 'Organisation Name')} autoFocus />
      <LimitedField
        {...text(
          'domain',
          'Organisation Domain',
          'For example, health.example or https://health.example. The email addresses of people who register are checked against it.',
        )}
        type="url"
      />
      <LimitedField
        {...text('description', 'Organisation Description')}
        multiline
        minRows={2}
        maxRows={8}
      />
      <Autocomplete
        freeSolo
        options={names}
        value={values.country || null}
        inputValue={values.country}
        onInputChange={(_, country, reason) => {
          if (reason !== 'reset') set('country', country);
        }}
        onChange={(_, country) => set('country', country ?? '')}
        renderInput={(field) => (
          <LimitedField {...field} {...fieldProps('country', 'Organisation Country')} />
        )}
      />
      <LimitedField {...text('abbreviation', 'Organisation Abbreviation')} />
      <TextField
        select
        id={idOf('active')}
        label="Active"
        value={values.active}
        onChange={({ target }) => set('active', Number(target.value) === 0 ? 0 : 1)}
        error={Boolean(fault)}
        helperText={
          fault ??
          (values.active === 0
            ? 'No one can register with it, and its roles cannot be used until it is active again. People with one of its roles are notified.'
            : undefined)
        }
      >
        <MenuItem value={1}>Yes</MenuItem>
        <MenuItem value={0}>No</MenuItem>
      </TextField>
    </>
  );
}
