import Box from '@mui/material/Box';
import type { SortKey } from '@/api/lists';
import type { OrganisationOption } from '@/api/models';
import { paths } from '@/app/paths';
import { MixedScripts } from '@/shared/accounts/MixedScripts';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { YesOrNo } from '@/ui/YesOrNo';

export const organisationSorts: readonly SortKey<'/api/v1/users/organizations'>[] = [
  'name',
  'domain',
  'description',
  'country',
  'abbreviation',
  'active',
];

/** The columns for all fields of an organisation (3 §2.5, §3). */
export const organisationColumns: readonly ListColumn<OrganisationOption>[] = [
  {
    field: 'name',
    name: 'Organisation',
    flex: 1.2,
    minWidth: 170,
    cell: ({ org_id, name, name_scripts }) => (
      <>
        <RowLink
          to={`${paths.superUserOrganisation}?org_id=${org_id}`}
          label={`Users and roles of ${name}`}
        >
          {name}
        </RowLink>
        <MixedScripts scripts={name_scripts} />
      </>
    ),
  },
  {
    field: 'domain',
    name: 'Domain',
    flex: 1,
    minWidth: 140,
    cell: ({ domain }) => <Box sx={{ overflowWrap: 'anywhere' }}>{domain ?? '–'}</Box>,
  },
  {
    field: 'description',
    name: 'Description',
    flex: 1.4,
    minWidth: 180,
    cell: ({ description }) => (
      <Box
        title={description ?? undefined}
        sx={{
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 3,
          overflow: 'hidden',
          overflowWrap: 'anywhere',
        }}
      >
        {description}
      </Box>
    ),
  },
  { field: 'country', name: 'Country', minWidth: 110, cell: ({ country }) => country || '–' },
  {
    field: 'abbreviation',
    name: 'Abbreviation',
    minWidth: 140,
    cell: ({ abbreviation }) => abbreviation ?? '–',
  },
  {
    field: 'active',
    name: 'Active',
    minWidth: 95,
    cell: ({ active }) => <YesOrNo value={active !== 0} />,
  },
];
