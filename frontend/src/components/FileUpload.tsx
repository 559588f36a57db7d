import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import {
  documentTypes,
  fileFault,
  NO_DOCUMENT,
  objectUrlOf,
  readFile,
  typeByContent,
  type FilePayload,
  type FileType,
} from '@/lib/files';
import { fileSize } from '@/lib/numbers';
import { FileViewer } from './FileViewer';
import { visuallyHidden } from './looks';

/** A file that was chosen: what goes to the server, and what is shown of it. */
export interface UploadedFile extends FilePayload {
  name: string;
  /** Bytes. */
  size: number;
}

interface Props {
  /** The field's id, for the links of an error summary. */
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
  value: UploadedFile | null;
  onChange: (file: UploadedFile | null) => void;
  /** A fault found by the form. */
  error?: string;
  types?: readonly FileType[];
}

const names: Record<FileType, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
};

function Chosen({ file, onRemove }: { file: UploadedFile; onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5, p: 1.5 }}>
      <InsertDriveFileOutlined sx={{ color: 'primary.main' }} aria-hidden />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
          {file.name}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {fileSize(file.size)}
        </Typography>
      </Box>
      <Button
        size="small"
        startIcon={<VisibilityOutlined />}
        aria-label={`Preview ${file.name}`}
        onClick={() => setUrl(objectUrlOf(file))}
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
      {url && (
        <FileViewer title={file.name} url={url} type={file.mime} onClose={() => setUrl(null)} />
      )}
    </Box>
  );
}

/** One document, by drag and drop or from a dialog: PDF or image, at most 10 MB (decisions F1). */
export function FileUpload({
  id,
  label,
  hint,
  required = false,
  value,
  onChange,
  error,
  types = documentTypes,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const [fault, setFault] = useState<string>();
  const [progress, setProgress] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const message = fault ?? error;

  const take = async (file: File | undefined) => {
    if (!file) return;
    const refused = fileFault(file, types);
    setFault(refused);
    if (refused) return;
    setProgress(0);
    try {
      const { data } = await readFile(file, setProgress);
      const mime = typeByContent({ mime: file.type, data });
      if (mime && types.includes(mime)) {
        onChange({ mime, data, name: file.name, size: file.size });
      } else setFault(NO_DOCUMENT);
    } catch {
      setFault('The file could not be read. Choose it again.');
    } finally {
      setProgress(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Box>
      <Typography
        component="label"
        htmlFor={id}
        variant="body2"
        sx={{ display: 'block', mb: 0.5, fontWeight: 600 }}
      >
        {label}
        {required && ' *'}
      </Typography>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          border: 1,
          borderStyle: value ? 'solid' : 'dashed',
          borderColor: message ? 'error.main' : over ? 'primary.main' : 'divider',
          borderRadius: 1,
          bgcolor: over ? 'quiet' : 'background.paper',
        }}
      >
        <Box
          component="input"
          ref={input}
          id={id}
          type="file"
          accept={types.join()}
          aria-describedby={textId}
          aria-invalid={Boolean(message)}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
            void take(event.target.files?.[0]);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
          sx={{
            ...visuallyHidden,
            '&:focus-visible + *': {
              outline: '2px solid',
              outlineColor: 'primary.main',
              borderRadius: 1,
            },
          }}
        />
        {/* What a dialog asks before it closes: whether a file was chosen. */}
        <input type="hidden" value={value ? `${value.name} ${value.size}` : ''} />
        {value ? (
          <Chosen
            file={value}
            onRemove={() => {
              setFault(undefined);
              onChange(null);
              input.current?.focus();
            }}
          />
        ) : (
          <Box
            onClick={() => input.current?.click()}
            sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 2, cursor: 'pointer' }}
          >
            <UploadFileOutlined sx={{ color: 'primary.main' }} aria-hidden />
            <Typography variant="body2">
              <Box component="span" sx={{ color: 'primary.main', fontWeight: 600 }}>
                Choose a file
              </Box>{' '}
              or drop it here
              <Typography
                variant="caption"
                component="span"
                color="textSecondary"
                sx={{ display: 'block' }}
              >
                {types.map((type) => names[type]).join(', ')}, at most 10 MB
              </Typography>
            </Typography>
          </Box>
        )}
        {progress !== null && (
          <LinearProgress
            variant="determinate"
            value={progress * 100}
            aria-label={`Reading the file for ${label}`}
          />
        )}
      </Box>
      <FormHelperText id={textId} error={Boolean(message)} role={message ? 'alert' : undefined}>
        {message ?? hint}
      </FormHelperText>
    </Box>
  );
}
