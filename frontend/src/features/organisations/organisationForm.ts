import type { Organisation, OrganisationInput } from '@/api/models';
import type { FieldErrors } from '@/ui/records/useRecordForm';

export interface TypedOrganisation {
  name: string;
  domain: string;
  description: string;
  country: string;
  abbreviation: string;
  active: 0 | 1;
}

export type OrganisationField = keyof TypedOrganisation;
export type TextField = Exclude<OrganisationField, 'active'>;

export const EMPTY: TypedOrganisation = {
  name: '',
  domain: '',
  description: '',
  country: '',
  abbreviation: '',
  active: 1,
};

/** The messages at empty fields. Domain and abbreviation may be empty nevertheless (3 §5). */
export const missingWords: Readonly<Record<TextField, string>> = {
  name: 'Organisation Name is required.',
  domain: 'Organisation Domain is required.',
  description: 'Organisation Description is required.',
  country: 'Organisation Country is required.',
  abbreviation: 'Organisation abbreviation is required.',
};

const required = {
  name: 'Please enter name',
  description: 'Please enter description',
  country: 'Please enter country',
} as const;

export const isRequired = (field: TextField): boolean => field in required;

/** Returns the toasts of the required fields that are empty. */
export function check(values: TypedOrganisation): FieldErrors<TypedOrganisation> {
  const fields = Object.entries(required) as [keyof typeof required, string][];
  return Object.fromEntries(fields.filter(([field]) => !values[field].trim()));
}

export function typedOf(organisation: Organisation): TypedOrganisation {
  const { name, domain, description, country, abbreviation, active } = organisation;
  return {
    name,
    domain: domain ?? '',
    description,
    country,
    abbreviation: abbreviation ?? '',
    active: active === 0 ? 0 : 1,
  };
}

export function inputOf(values: TypedOrganisation): OrganisationInput {
  return {
    name: values.name.trim(),
    domain: values.domain.trim() || null,
    description: values.description.trim(),
    country: values.country.trim(),
    abbreviation: values.abbreviation.trim() || null,
    active: values.active,
  };
}

export const describe = (values: TypedOrganisation) =>
  [
    ['Organisation Name', values.name],
    ['Organisation Domain', values.domain],
    ['Organisation Description', values.description],
    ['Organisation Country', values.country],
    ['Organisation Abbreviation', values.abbreviation],
    ['Active', values.active === 1 ? 'Yes' : 'No'],
  ] as const;
