import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OrganisationOption } from '@/api/models';
import { fullName } from '@/api/session';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { auditQueries } from './queries';

interface Props {
  /**
   * The name of the person whose entries are shown; undefined if the list is not filtered by
   * person.
   */
  name: string | undefined;
  /** Called with a user_id; empty for all people. */
  onChange: (person: string) => void;
}

/**
 * Shows the person by whom the entries are filtered, and lets the user choose another: first an
 * organisation, then one of its people.
 */
export function PersonFilter({ name, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {name !== undefined && (
          <>
            <Chip label={`Person: ${name}`} />
            <Button size="small" onClick={() => onChange('')}>
              Show everyone
            </Button>
          </>
        )}
        <Button size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {name === undefined ? 'Find a person' : 'Find another person'}
        </Button>
      </Box>
      <div id={id}>
        {open && (
          <PersonChoice
            onChoose={(person) => {
              setOpen(false);
              onChange(person);
            }}
          />
        )}
      </div>
    </Box>
  );
}

function PersonChoice({ onChoose }: { onChoose: (person: string) => void }) {
  const [organisation, setOrganisation] = useState<OrganisationOption | null>(null);
  const [sought, setSought] = useState('');
  const found = useQuery(auditQueries.organisations(sought));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        mt: 1.5,
        maxWidth: 760,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <SearchedChoice
        label="Organisation of the person"
        value={organisation}
        onChange={setOrganisation}
        onSearch={setSought}
        options={found.data?.rows ?? []}
        found={found}
        nameOf={({ name }) => name}
        keyOf={({ org_id }) => org_id}
        empty="No organisation found"
        required={false}
      />
      {organisation && (
        <PersonOf key={organisation.org_id} orgId={organisation.org_id} onChoose={onChoose} />
      )}
    </Box>
  );
}

function PersonOf({ orgId, onChoose }: { orgId: number; onChoose: (person: string) => void }) {
  const [sought, setSought] = useState('');
  const found = useQuery(auditQueries.people(orgId, sought));
  return (
    <SearchedChoice
      label="Person"
      value={null}
      onChange={(person) => person && onChoose(String(person.user_id))}
      onSearch={setSought}
      options={found.data?.rows ?? []}
      found={found}
      nameOf={fullName}
      detailOf={({ org_email, phone }) => org_email ?? phone}
      keyOf={({ user_id }) => user_id}
      empty="No person found"
      required={false}
    />
  );
}
