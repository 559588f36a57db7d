import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { PAGE_BAR_BOTTOM, pageBar } from '../bars';
import { ConfirmDialog } from '../ConfirmDialog';
import { LOW_WINDOW } from '../looks';
import { count } from '@/lib/numbers';
import type { SheetState } from './useSheet';

interface Props {
  sheet: SheetState;
  /** The kind of record: "variable". */
  noun: string;
  /** Returns the name of a row, given its texts. */
  nameOf: (text: (field: string) => string) => string;
}

/**
 * Shows the number of unsaved rows and buttons to save or discard them all. Renders nothing if
 * there are none. Rows on other pages are listed with the error of their last save.
 */
export function UnsavedRows({ sheet, noun, nameOf }: Props) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const saving = useRef(false);
  const number = Object.keys(sheet.drafts).length;
  if (number === 0) return null;
  const away = sheet.elsewhere.length;
  const refused = sheet.elsewhere.filter((key) => sheet.outcomeOf(key).attempted);
  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    await sheet.saveAll();
    saving.current = false;
    setPending(false);
  };
  return (
    <>
      <Alert
        ref={pageBar}
        data-bar
        severity={refused.length > 0 ? 'error' : 'info'}
        role="status"
        sx={{
          position: 'sticky',
          [LOW_WINDOW]: { position: 'static' },
          bottom: `calc(${PAGE_BAR_BOTTOM} + 8px)`,
          zIndex: 3,
          mt: 2,
          alignItems: 'center',
        }}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button color="inherit" disabled={pending} onClick={() => setAsking(true)}>
              Discard
            </Button>
            <Button variant="contained" loading={pending} onClick={() => void save()}>
              Save {count(number, noun)}
            </Button>
          </Box>
        }
      >
        {count(number, noun)} {number === 1 ? 'is' : 'are'} not saved yet
        {away > 0 && `, ${away} of them on other pages`}.{' '}
        {sheet.isKept
          ? 'Your changes are kept on this device.'
          : 'This browser cannot keep your changes. Save them before you leave the page.'}
        {refused.map((key) => (
          <Box key={key} sx={{ overflowWrap: 'anywhere' }}>
            {`Could not save ${nameOf((field) => sheet.textOf(key, field))}: `}
            {sheet.outcomeOf(key).message ?? 'a cell is missing or wrong.'}
          </Box>
        ))}
      </Alert>
      <ConfirmDialog
        open={asking}
        title={`Discard the changes of ${count(number, noun)}?`}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          sheet.discardAll();
          setAsking(false);
        }}
      >
        They are not saved yet.
      </ConfirmDialog>
    </>
  );
}
