import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useRef, useState, type ChangeEvent } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { ApiError, messageOf } from '@/api/errors';
import { paths } from '@/app/paths';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { visuallyHidden } from '@/ui/looks';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { canSaveWithErrors } from '../drawing/faults';
import { useImportProcedure } from '../mutations';
import { Faults, Refusal } from '../Refusal';
import { faultsInFile, readProcedureFile, type ProcedureFile } from './procedureFile';

/**
 * Adds a procedure from a file. If the file has faults, the server refuses it and lists them all.
 */
export function ImportProcedureDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  // The reason why the chosen file could not be read.
  const [unreadable, setUnreadable] = useState<string>();
  // Disables sending until the file is read, because it would send the previous file.
  const [reading, setReading] = useState(false);
  const keepsFaults = useRef(false);
  const add = useImportProcedure();
  const navigate = useNavigate();
  const form = useRecordForm({
    name: 'import procedure',
    initial: { file: null as ProcedureFile | null, name: '' },
    secrets: ['file'],
    quiet: true,
    check: ({ file }) => ({ file: file ? undefined : (unreadable ?? 'Please choose a file.') }),
    save: add,
    inputOf: ({ file, name }) => ({
      ...file?.content,
      ...(name.trim() && { name: name.trim() }),
      keep_faults: keepsFaults.current,
    }),
    onSaved: ({ message, data }) => {
      toast(message, 'success');
      onClose();
      void navigate(
        generatePath(paths.superUserApprovalProcedureOne, {
          approval_id: String(data.approval_procedure_id),
        }),
      );
    },
  });
  const { file } = form.values;
  const fault = unreadable ?? form.errorOf('file');
  const errors = add.error instanceof ApiError ? add.error.errors : {};
  const fileFaults = file && faultsInFile(errors, file.content);

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    add.reset();
    setReading(true);
    const read = await readProcedureFile(chosen);
    form.set('file', typeof read === 'string' ? null : read);
    setUnreadable(typeof read === 'string' ? read : undefined);
    setReading(false);
  };
  const send = (keepFaults: boolean) => {
    keepsFaults.current = keepFaults;
    form.submit();
  };
  return (
    <DialogForm
      title="Import an Approval Procedure"
      submitLabel="Import"
      pending={form.pending || reading}
      onClose={onClose}
      onSubmit={() => send(false)}
    >
      <span>
        Choose a file that was exported here or from another installation. The imported procedure is
        not active.
      </span>
      <Box>
        <Box
          component="input"
          ref={input}
          id={form.idOf('file')}
          type="file"
          accept=".json,application/json"
          aria-label="File of the procedure"
          aria-describedby="import-file-told"
          aria-invalid={Boolean(fault)}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
            void choose(target.files?.[0]);
            // Lets the user choose the same file again after correcting it.
            target.value = '';
          }}
          sx={{
            ...visuallyHidden,
            '&:focus-visible + *': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
        />
        {/* The keyboard and screen readers use the input. */}
        <Button
          aria-hidden
          tabIndex={-1}
          variant="outlined"
          startIcon={<UploadFileOutlined />}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <FormHelperText id="import-file-told" error={Boolean(fault)} role="status">
          {fault ?? (file ? `${file.name}: ${file.says}` : 'JSON, up to 1 MB')}
        </FormHelperText>
      </Box>
      <LimitedField
        {...form.text('name', 'If left empty, the name in the file is used.')}
        limit={limits.ApprovalProcedureInputBody.name}
        label="Name"
      />
      {fileFaults && fileFaults.length > 0 ? (
        <Faults message="Nothing was imported. The file has these faults:" faults={fileFaults} />
      ) : (
        <Refusal error={form.refusal} />
      )}
      {add.error && canSaveWithErrors(errors) && (
        <Button variant="outlined" disabled={form.pending} onClick={() => send(true)}>
          Import it with these faults
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {add.error ? messageOf(add.error) : ''}
      </Box>
    </DialogForm>
  );
}
