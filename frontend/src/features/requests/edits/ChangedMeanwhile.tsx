import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { CallRefused } from '@/components/CallRefused';
import type { SectionKey } from '@/lib/requestSections';
import { differences } from './sectionValues';

interface Props {
  before: DataRequest;
  newest: DataRequest | undefined;
  section: SectionKey;
  error: unknown;
  /** Sends it again after a lost call; without it the form around it is sent again. */
  onRetry?: () => void;
}

/** Why an edit was not saved; where somebody else was faster, what they changed in the section. */
export function ChangedMeanwhile({ before, newest, section, error, onRetry }: Props) {
  if (!error) return null;
  if (!newest) return <CallRefused error={error} severity="warning" onRetry={onRetry} />;
  const changes = differences(before, newest, section);
  return (
    <Alert severity="warning">
      <AlertTitle>This Data Request has changed since you opened it. Review it again.</AlertTitle>
      {changes.length === 0 ? (
        'Another section was changed, and this one is as it was.'
      ) : (
        <Box component="ul" aria-label="What was changed" sx={{ m: 0, pl: 2.5 }}>
          {changes.map(({ name, before: was, after }) => (
            <li key={name}>
              {name}: {was !== undefined && <del>{was}</del>} <ins>{after ?? 'deleted'}</ins>
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ mt: 1 }}>
        What you have typed is still here. Save again to put it in the place of what is there now.
      </Box>
    </Alert>
  );
}
