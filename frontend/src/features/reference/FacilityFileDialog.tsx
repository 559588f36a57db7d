import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { FacilitiesAdded } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { DialogForm } from '@/ui/DialogForm';
import { visuallyHidden } from '@/ui/looks';
import { count, fileSize, formatNumber } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { faultsOf, type LineFault } from './fileFaults';
import { useAddFacilities, useTryFacilities } from './mutations';

/** The size limit of the server. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = 'The file is too large. The limit is 10 MB.';

/** Returns a text such as "2 regions, 1 district and 36 facilities". */
function inWords({ regions_added, districts_added, facilities_added }: FacilitiesAdded): string {
  const parts = [
    regions_added > 0 && count(regions_added, 'region'),
    districts_added > 0 && count(districts_added, 'district'),
    count(facilities_added, 'facility', 'facilities'),
  ].filter((part) => part !== false);
  return new Intl.ListFormat('en').format(parts);
}

/**
 * Adds facilities from a file. Before adding them, it shows the effect or all faults of the file.
 */
export function FacilityFileDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const textId = useId();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [share, setShare] = useState(0);
  const tried = useTryFacilities();
  const added = useAddFacilities();
  const isSending = tried.isPending || added.isPending;
  const choice = file ? 'Choose another file' : 'Choose a file';

  const sent = (chosen: File) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setShare(0);
    return { file: chosen, onProgress: setShare, signal };
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    tried.reset();
    added.reset();
    setFile(chosen);
    const refused = chosen.size > MAX_FILE_BYTES ? TOO_LARGE : undefined;
    setFault(refused);
    if (!refused) tried.mutate(sent(chosen));
  };
  const add = () => {
    if (!file || !tried.data) {
      setFault('Please choose a file.');
      input.current?.focus();
      return;
    }
    added.mutate(sent(file), {
      onSuccess: (answer) => {
        toast(`${inWords(answer)} added.`, 'success');
        onClose();
      },
    });
  };
  const error = added.error ?? tried.error;
  const lines = error instanceof ApiError ? faultsOf(error) : [];
  const nothingNew = tried.data?.facilities_added === 0;
  const retry = () => (added.error ? add() : choose(file));

  return (
    <DialogForm
      title="Add facilities from a file"
      submitLabel={
        tried.data && !nothingNew
          ? `Add ${count(tried.data.facilities_added, 'facility', 'facilities')}`
          : undefined
      }
      pending={added.isPending}
      onSubmit={add}
      onClose={onClose}
    >
      <DialogContentText>
        A CSV file in UTF-8 whose first line is <code>region,district,facility</code>, with one
        facility on each line. The file only adds facilities. Existing ones don&rsquo;t change, so
        you can send a file again.
      </DialogContentText>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box
          component="input"
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={choice}
          aria-describedby={textId}
          disabled={isSending}
          // Lets the user choose the same file again after correcting it.
          onClick={({ currentTarget }: React.MouseEvent<HTMLInputElement>) => {
            currentTarget.value = '';
          }}
          onChange={({ target }: React.ChangeEvent<HTMLInputElement>) => choose(target.files?.[0])}
          sx={{
            ...visuallyHidden,
            '&:focus-visible + *': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
        />
        <Button
          variant="outlined"
          startIcon={<UploadFileOutlined />}
          disabled={isSending}
          // The keyboard and screen readers use the input above.
          tabIndex={-1}
          aria-hidden
          onClick={() => input.current?.click()}
        >
          {choice}
        </Button>
        {/* Marks the form as changed once a file is chosen, so that closing the dialog asks
            first. */}
        <input type="hidden" value={file ? `${file.name} ${file.size}` : ''} />
        {file && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {file.name}, {fileSize(file.size)}
          </Typography>
        )}
      </Box>
      {isSending && (
        <LinearProgress
          variant={share < 1 ? 'determinate' : 'indeterminate'}
          value={share * 100}
          aria-label="Sending the file"
        />
      )}
      <Box
        id={textId}
        role="status"
        sx={{ display: 'grid', gap: 2, '&:empty': { display: 'none' } }}
      >
        {fault && <Alert severity="error">{fault}</Alert>}
        {tried.data && !error && <Preview answer={tried.data} />}
        {error && lines.length === 0 && (
          <CallErrorAlert error={error} onRetry={retry} pending={isSending} />
        )}
        {lines.length > 0 && <Faults lines={lines} />}
      </Box>
    </DialogForm>
  );
}

function existingPlaces(known: number, read: number): string {
  if (read === 1) return 'It is';
  if (known === read) return 'All of them are';
  return known === 1 ? '1 of them is' : `${formatNumber(known)} of them are`;
}

function Preview({ answer }: { answer: FacilitiesAdded }) {
  const { read, known, facilities_added, repeated, repeated_count } = answer;
  const there = known > 0 ? ` ${existingPlaces(known, read)} already in the list.` : '';
  return (
    <Alert severity={facilities_added > 0 ? 'info' : 'success'}>
      The file names {count(read, 'facility', 'facilities')}.{there}{' '}
      {facilities_added > 0 ? `It adds ${inWords(answer)}.` : 'There is nothing to add.'}
      {repeated_count > 0 && (
        <Box sx={{ mt: 1 }}>
          {count(repeated_count, 'line')} {repeated_count === 1 ? 'names' : 'name'} a facility that
          an earlier line names. It is added only once:{' '}
          {repeated
            .slice(0, 5)
            .map(({ line, first_line }) => `line ${line} is the same as line ${first_line}`)
            .join('; ')}
          {repeated_count > 5 ? '; and so on' : ''}.
        </Box>
      )}
    </Alert>
  );
}

/** Lists the faults of the file, in the order of its lines. */
function Faults({ lines }: { lines: readonly LineFault[] }) {
  return (
    <Alert severity="error" sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      The file was refused, and nothing was added. Fix these errors and choose it again.
      <Box
        component="ul"
        aria-label="Errors in the file"
        tabIndex={0}
        sx={{
          m: 0,
          mt: 1,
          pl: 2.5,
          maxHeight: 260,
          overflowY: 'auto',
          overflowWrap: 'anywhere',
        }}
      >
        {lines.map(({ key, place, message }) => (
          <li key={key}>
            {place && <strong>{place}: </strong>}
            {message}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
