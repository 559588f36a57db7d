import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, hasReason } from '@/api/errors';
import type { LetterTemplate } from '@/api/models';
import { ConflictNotice, differencesOf } from '@/ui/ConflictNotice';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LimitedField } from '@/ui/LimitedField';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useResetLetter } from '../mutations';
import { procedureQueries } from '../queries';
import { Refusal } from '../Refusal';
import { isSameTemplate, type Template } from './localTemplate';
import { LetterPreview } from './LetterPreview';
import { Placeholders } from './Placeholders';
import { useTemplate } from './useTemplate';

/** The debounce delay of the preview, in milliseconds. */
const PREVIEW_DELAY_MS = 700;

/** Returns the typed values, debounced. */
function useDebounced(typed: Template): Template {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return isSameTemplate(debounced, typed) ? typed : debounced;
}

/** Returns all errors by field: a text may have several. */
const errorsOf = (error: Error | null) => (error instanceof ApiError ? error.errors : {});

const describe = ({ heading, body }: Template) =>
  [
    ['Heading', heading],
    ['Body', body],
  ] as const;

interface Props {
  procedureId: number;
  stored: LetterTemplate;
}

/** The form of the letter's heading and body with placeholders, and its preview. */
export function TemplateForm({ procedureId, stored }: Props) {
  const work = useTemplate(procedureId, stored);
  const { typed, set } = work;
  const debounced = useDebounced(typed);
  const preview = useQuery({
    ...procedureQueries.letterPreview(procedureId, debounced),
    placeholderData: keepPreviousData,
  });
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'));
  const words = useQuery({
    ...procedureQueries.letterWords(procedureId, debounced),
    placeholderData: keepPreviousData,
    enabled: isNarrow,
  });
  const [asking, setAsking] = useState<'reset' | 'discard' | null>(null);
  const reset = useResetLetter(procedureId);
  const fields = { heading: useRef<HTMLInputElement>(null), body: useRef<HTMLInputElement>(null) };
  // Placeholders are inserted into the field that was last typed into.
  const [last, setLast] = useState<keyof Template>('body');

  // The server's messages only apply to the text that was checked.
  const isCurrent = isSameTemplate(debounced, typed);
  const shownFaults = isCurrent ? errorsOf(preview.error) : {};
  const savedFaults =
    work.refused && isSameTemplate(work.refused, typed) ? errorsOf(work.error) : {};
  const errorsAt = (field: keyof Template) => [
    ...new Set([...(savedFaults[field] ?? []), ...(shownFaults[field] ?? [])]),
  ];
  const isRefused = hasReason(preview.error, 'invalid_fields');

  const insert = (placeholder: string) => {
    const input = fields[last].current;
    const at = input?.selectionStart ?? typed[last].length;
    const end = input?.selectionEnd ?? at;
    set(last, typed[last].slice(0, at) + placeholder + typed[last].slice(end));
    const caret = at + placeholder.length;
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(caret, caret);
    });
  };
  const field = (name: keyof Template, label: string, limit: number, rows?: number) => {
    const faults = errorsAt(name);
    return (
      <LimitedField
        limit={limit}
        required
        id={`letter-${name}`}
        label={label}
        value={typed[name]}
        multiline={rows !== undefined}
        minRows={rows}
        maxRows={rows && rows + 8}
        inputRef={fields[name]}
        onFocus={() => setLast(name)}
        onChange={({ target }) => set(name, target.value)}
        error={faults.length > 0}
        helperText={faults.length > 0 ? faults.join(' ') : undefined}
      />
    );
  };
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {stored.is_standard
          ? 'The letter of an approved request is created from the standard template. Change it here for requests under this procedure.'
          : 'The letter of an approved request is created from this template on the day of the approval. Existing letters do not change.'}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
          gap: 3,
        }}
      >
        <Box
          component="form"
          noValidate
          aria-label="Approval Template"
          onSubmit={(event) => {
            event.preventDefault();
            if (!work.isPending) work.save();
          }}
          sx={{ display: 'grid', gap: 2, minWidth: 0 }}
        >
          {work.changedMeanwhile && (
            <ConflictNotice
              differences={differencesOf(describe(typed), describe(stored))}
              onKeepMine={work.keepMine}
              onUseSaved={work.takeStored}
            />
          )}
          {field('heading', 'Heading', limits.LetterTemplateInputBody.heading)}
          {field('body', 'Body', limits.LetterTemplateInputBody.body, 14)}
          <Placeholders offered={stored.placeholders} onChoose={insert} />
          {errorsAt('heading').length + errorsAt('body').length === 0 && (
            <Refusal error={work.error} />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Button
              type="submit"
              variant="contained"
              disabled={!work.isEdited || work.changedMeanwhile}
              loading={work.isPending}
            >
              Save the template
            </Button>
            {work.isEdited && (
              <Button color="error" onClick={() => setAsking('discard')}>
                Discard changes
              </Button>
            )}
            {!stored.is_standard && (
              <Button onClick={() => setAsking('reset')}>Use the standard template</Button>
            )}
          </Box>
        </Box>
        <LetterPreview
          letter={preview.data}
          words={isNarrow ? words.data : undefined}
          madeAt={preview.dataUpdatedAt}
          isOld={!isCurrent || preview.isPlaceholderData}
          isRefused={isRefused}
          error={isRefused ? null : preview.error}
          onRetry={() => void preview.refetch()}
        />
      </Box>
      <ConfirmDialog
        open={asking === 'discard'}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          work.takeStored();
          setAsking(null);
        }}
      >
        The template returns to the saved version.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'reset'}
        title="Use the standard template?"
        confirmLabel="Use the standard template"
        pending={reset.isPending}
        focus="cancel"
        onCancel={() => setAsking(null)}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: () => {
              toast('The standard template is used again.', 'success');
              work.takeStored();
              setAsking(null);
            },
          })
        }
      >
        The template of this procedure is deleted, and new letters are created from the standard
        template. Existing letters do not change.
        <Refusal error={reset.error} />
      </ConfirmDialog>
    </>
  );
}
