import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError, isTooMany, messageOf, NetworkError } from '@/api/errors';
import { documentTypes, fileFault, type FileType } from '@/lib/files';
import { fileSize, formatPercent } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { ChosenFile } from './ChosenFile';
import { FileDrop } from './FileDrop';
import { FileViewer } from './FileViewer';
import { visuallyHidden } from './looks';
import { fieldHelp } from './fieldHelp';

/** The data of a file that is shown. */
export interface ShownFile {
  name: string;
  /** Media type. */
  mime: string;
  /** Bytes. */
  size: number;
}

/** Converts a chosen file to the form's value. Throws `FileRefused`, or the errors of calls. */
export type Take<F> = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<F>;

/** The file is not accepted. The message states the reason. */
export class FileRefused extends Error {}

interface Props<F extends ShownFile> {
  /** The field's id, for the links of an error summary. */
  id: string;
  label: string;
  /** What to upload. It is shown until there is a file. */
  hint?: string;
  required?: boolean;
  value: F | null;
  onChange: (file: F | null) => void;
  take: Take<F>;
  /** The start of the progress bar's label. */
  doing: string;
  /** Returns a URL with which the browser can show the file. `FileField` revokes it. */
  addressOf: (file: F) => Promise<string> | string;
  /** A validation error of the form. */
  error?: string;
  types?: readonly FileType[];
}

const names: Record<FileType, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
};

interface SelectedFileProps<F extends ShownFile> {
  file: F;
  addressOf: (file: F) => Promise<string> | string;
  onRemove: () => void;
}

function SelectedFile<F extends ShownFile>({ file, addressOf, onRemove }: SelectedFileProps<F>) {
  const [url, setUrl] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      await FileViewer.preload();
      setUrl(await addressOf(file));
    } catch (error) {
      toast(messageOf(error), 'error');
    } finally {
      setOpening(false);
    }
  };
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return (
    <ChosenFile file={file}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          startIcon={<VisibilityOutlined />}
          aria-label={`Preview ${file.name}`}
          loading={opening}
          loadingPosition="start"
          onClick={() => void open()}
        >
          Preview
        </Button>
        <Button
          size="small"
          color="error"
          startIcon={<DeleteOutlined />}
          aria-label={`Remove ${file.name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </Box>
      {url && (
        <FileViewer
          title={file.name}
          url={url}
          type={file.mime}
          fileName={file.name}
          onClose={() => setUrl(null)}
        />
      )}
    </ChosenFile>
  );
}

interface UploadingFileProps {
  file: File;
  /** Progress from 0 to 1. At 1, the file is being checked. */
  share: number;
  /** The accessible name of the progress bar. */
  label: string;
  cancelLabel: string;
  onCancel: () => void;
}

/** A file that is being uploaded or read. */
function UploadingFile({ file, share, label, cancelLabel, onCancel }: UploadingFileProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5, p: 1.5 }}>
      <UploadFileOutlined sx={{ color: 'primary.main' }} aria-hidden />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        <LinearProgress
          variant={share < 1 ? 'determinate' : 'indeterminate'}
          value={share * 100}
          aria-label={label}
          sx={{ my: 0.75 }}
        />
        <Typography variant="caption" color="textSecondary" component="p">
          {share < 1
            ? `${formatPercent(Math.floor(share * 100))} of ${fileSize(file.size)}`
            : 'Checking…'}
        </Typography>
      </Box>
      <Button size="small" aria-label={cancelLabel} onClick={onCancel}>
        Cancel
      </Button>
    </Box>
  );
}

/** True if a retry with the same file may succeed. */
const isRetryable = (cause: unknown): boolean =>
  cause instanceof NetworkError ||
  (cause instanceof ApiError && cause.status >= 500) ||
  isTooMany(cause);

/**
 * A field for one document, by drag and drop or from a dialog: PDF or image, at most 10 MB
 * (decisions F1).
 */
export function FileField<F extends ShownFile>({
  id,
  label,
  hint,
  required = false,
  value,
  onChange,
  take: makeOf,
  doing,
  addressOf,
  error,
  types = documentTypes,
}: Props<F>) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(null);
  const [lost, setLost] = useState<File | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const textId = useId();
  const [added, setAdded] = useState(false);
  const [fault, setFault] = useState<string>();
  const [going, setGoing] = useState<{ file: File; share: number } | null>(null);
  const message = fault ?? error;

  const take = async (file: File | undefined) => {
    if (!file) return;
    running.current?.abort();
    setLost(null);
    setAdded(false);
    const refused = fileFault(file, label);
    setFault(refused);
    if (refused) return;
    const { signal } = (running.current = new AbortController());
    setGoing({ file, share: 0 });
    const showProgress = (share: number) => {
      if (!signal.aborted) setGoing({ file, share });
    };
    try {
      const taken = await makeOf(file, showProgress, signal);
      if (signal.aborted) return;
      onChange(taken);
      setAdded(true);
    } catch (cause) {
      if (signal.aborted) return;
      setFault(cause instanceof FileRefused ? cause.message : messageOf(cause));
      if (isRetryable(cause)) setLost(file);
    } finally {
      if (!signal.aborted) setGoing(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setGoing(null);
    input.current?.focus();
  };

  return (
    <Box>
      <FileDrop
        id={id}
        label={label}
        required={required}
        accept={types.join()}
        takes={`${types.map((type) => names[type]).join(', ')}, at most 10 MB`}
        input={input}
        describedBy={textId}
        isWrong={Boolean(message)}
        isFilled={Boolean(value ?? going)}
        onTake={(file) => void take(file)}
      >
        {/* Lets a dialog detect that a file was chosen, and ask before it closes. */}
        <input type="hidden" value={value ? `${value.name} ${value.size}` : ''} />
        {going ? (
          <UploadingFile
            {...going}
            label={`${doing} ${label}`}
            cancelLabel={`Cancel: ${label}`}
            onCancel={cancel}
          />
        ) : (
          value && (
            <SelectedFile
              file={value}
              addressOf={addressOf}
              onRemove={() => {
                setFault(undefined);
                onChange(null);
                input.current?.focus();
              }}
            />
          )
        )}
      </FileDrop>
      <FormHelperText id={textId} error={Boolean(message)} role={message ? 'alert' : undefined}>
        {fieldHelp(message, value ? undefined : hint)}
      </FormHelperText>
      <Box role="status" sx={visuallyHidden}>
        {added && value && 'The file was added.'}
      </Box>
      {lost && (
        <Button
          size="small"
          aria-label={`Try again: ${label}`}
          onClick={() => {
            input.current?.focus();
            void take(lost);
          }}
        >
          Try again
        </Button>
      )}
    </Box>
  );
}
