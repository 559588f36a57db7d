import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { SectionChanges } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { requestQueries } from '../queries';
import { FieldChange } from './FieldChange';

interface Props {
  requestId: number;
  from: number;
  to: number;
  /** Level of the section headings. */
  heading?: 'h2' | 'h3';
}

/** The differences between two versions of a request, by section. */
export function VersionChanges({ requestId, from, to, heading = 'h3' }: Props) {
  const { data, error, refetch } = useQuery(requestQueries.changes(requestId, from, to));
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={96} />;
  if (data.sections.length === 0) {
    return <Typography variant="body2">No changes.</Typography>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {data.sections.map((section) => (
        <Section key={section.title} section={section} heading={heading} />
      ))}
    </Box>
  );
}

interface SectionProps {
  section: SectionChanges;
  heading: 'h2' | 'h3';
}

function Section({ section, heading }: SectionProps) {
  return (
    <section aria-label={`Changes in ${section.title}`}>
      <Typography variant="h4" component={heading}>
        {section.title}
      </Typography>
      {section.fields.length > 0 && <Fields fields={section.fields} />}
      {section.items.map(({ item, name, became, fields }, index) => (
        <Box key={index} sx={{ mt: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {became}: {item} {name}
          </Typography>
          <Fields fields={fields} inOneVersion={became !== 'Altered'} />
        </Box>
      ))}
    </section>
  );
}

interface FieldsProps {
  fields: SectionChanges['fields'];
  inOneVersion?: boolean;
}

function Fields({ fields, inOneVersion }: FieldsProps) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {fields.map((change) => (
        <FieldChange
          key={`${change.kind} ${change.field}`}
          change={change}
          inOneVersion={inOneVersion}
        />
      ))}
    </Box>
  );
}
