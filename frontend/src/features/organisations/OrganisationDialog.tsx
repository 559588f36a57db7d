import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { Organisation } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { useSaveOrganisation } from './mutations';
import { OrganisationFields } from './OrganisationFields';
import {
  describe,
  EMPTY,
  firstMissing,
  inputOf,
  typedOf,
  type OrganisationField,
  type TypedOrganisation,
} from './organisationForm';
import { organisationQueries } from './queries';

interface Props {
  /** The organisation that is changed; none when one is added. */
  orgId?: number;
  onClose: () => void;
}

/** Adds an organisation or changes one (3 §2.5, §5). */
export function OrganisationDialog({ orgId, onClose }: Props) {
  return orgId === undefined ? (
    <OrganisationForm onClose={onClose} />
  ) : (
    <KnownOrganisation orgId={orgId} onClose={onClose} />
  );
}

function KnownOrganisation({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(
    organisationQueries.organisation(orgId),
  );
  // What another person has changed since the list was read is shown, and not overwritten unseen.
  if (data && isFetchedAfterMount) return <OrganisationForm known={data} onClose={onClose} />;
  return (
    <DialogForm
      title="Edit Organisation"
      cancelLabel="Close"
      refusal={error ? messageOf(error) : undefined}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {!error && <Skeleton variant="rounded" height={360} />}
    </DialogForm>
  );
}

/** What the server refused, beside the values that it refused. */
interface Refused {
  values: TypedOrganisation;
  error: Error;
}

function OrganisationForm({ known, onClose }: { known?: Organisation; onClose: () => void }) {
  const [values, setValues] = useState(() => (known ? typedOf(known) : EMPTY));
  // What is read anew behind the dialog is not what the person began with.
  const [opened] = useState(known);
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const save = useSaveOrganisation(known?.org_id);

  const stored = useStored(known, organisationQueries.organisation(known?.org_id ?? 0), save.error);

  const submit = () => {
    setAttempted(true);
    setRefused(undefined);
    const missing = firstMissing(values);
    if (missing) {
      toast(missing.toast, 'warning');
      document.getElementById(missing.id)?.focus();
      return;
    }
    const input = { ...inputOf(values), row_version: stored.rowVersion };
    save.mutate(input, {
      onSuccess: ({ message }) => {
        toast(message, 'success');
        onClose();
      },
      onError: (error) => {
        toast(messageOf(error), 'warning');
        setRefused({ values, error });
      },
    });
  };

  const errors = refused?.error instanceof ApiError ? refused.error.errors : {};
  // A field that was changed since is no longer the one that was refused.
  const refusalOf = (field: OrganisationField) =>
    refused?.values[field] === values[field] ? errors[field]?.[0] : undefined;
  return (
    <DialogForm
      title={known ? `Edit ${known.name}` : 'Add Organisation'}
      submitLabel={known ? 'Save Organisation' : 'Add Organisation'}
      pending={save.isPending}
      refusal={refused && Object.keys(errors).length === 0 ? messageOf(refused.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <OrganisationFields
        values={values}
        onChange={(changes) => setValues({ ...values, ...changes })}
        attempted={attempted}
        refusalOf={refusalOf}
      />
      <StaleNotice
        stored={stored}
        read={opened}
        describe={describe}
        onTakeOver={(now) => {
          setValues(typedOf(now));
          save.reset();
        }}
      />
    </DialogForm>
  );
}
