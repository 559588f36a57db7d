import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode, type RefObject } from 'react';
import { carriesFiles, DROP_FIELD } from '@/lib/fileDrops';
import { visuallyHidden } from './looks';

interface Props {
  id: string;
  label: string;
  required: boolean;
  /** The file types offered in the browser's dialog. */
  accept: string;
  /** The accepted files as text: "PDF, at most 10 MB". */
  takes: string;
  input: RefObject<HTMLInputElement | null>;
  describedBy: string;
  isWrong: boolean;
  /** True if there is a file, which is shown instead of the invitation to choose one. */
  isFilled: boolean;
  onTake: (file: File | undefined) => void;
  children: ReactNode;
}

/** Returns the error of a drop. A field takes one file, so several files are refused. */
function dropError({ files, items }: DataTransfer): string | undefined {
  const isFolder = [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
  if (isFolder) return 'You dropped a folder. Nothing was added: drop the file itself.';
  if (files.length > 1)
    return `You dropped ${files.length} files. Nothing was added: drop the one that belongs here.`;
  return undefined;
}

/** An area to drop a file on, or to choose one from a dialog. */
export function FileDrop(props: Props) {
  const { id, label, required, accept, takes, input, describedBy, isWrong, isFilled, onTake } =
    props;
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const take = (file: File | undefined) => {
    setRefused(undefined);
    onTake(file);
  };
  return (
    <>
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
        {...{ [DROP_FIELD]: '' }}
        onDragOver={(event) => {
          if (!carriesFiles(event.nativeEvent)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!carriesFiles(event.nativeEvent)) return;
          event.preventDefault();
          setOver(false);
          const wrong = dropError(event.dataTransfer);
          if (wrong) setRefused(wrong);
          else take(event.dataTransfer.files[0]);
        }}
        sx={{
          border: 1,
          borderStyle: isFilled ? 'solid' : 'dashed',
          borderColor: isWrong || refused ? 'error.main' : over ? 'primary.main' : 'fieldBorder',
          borderRadius: 1,
          bgcolor: over ? 'quiet' : 'background.paper',
        }}
      >
        <Box
          component="input"
          ref={input}
          id={id}
          type="file"
          accept={accept}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
            take(event.target.files?.[0]);
            // Lets the same file be chosen again after it was removed.
            event.target.value = '';
          }}
          sx={{
            ...visuallyHidden,
            '&:focus-visible ~ *': {
              outline: '2px solid',
              outlineColor: 'primary.main',
              borderRadius: 1,
            },
          }}
        />
        {props.children}
        {!isFilled && (
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
                {takes}
              </Typography>
            </Typography>
          </Box>
        )}
      </Box>
      {refused && (
        <FormHelperText error role="alert">
          {refused}
        </FormHelperText>
      )}
    </>
  );
}
