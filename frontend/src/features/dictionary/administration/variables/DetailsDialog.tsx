import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VariableRecord, WholeVariable } from '@/api/models';
import { useSave } from '@/api/useSave';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { DialogForm } from '@/ui/DialogForm';
import { useFormDraft } from '@/ui/formDraft';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
import { toast } from '@/lib/toast';
import { DICTIONARY_PATHS } from '../mutations';
import { recordQueries } from '../queries';
import { RevisionsDialog } from '../RevisionsDialog';
import { DetailEntries } from './DetailEntries';
import { DetailFields } from './DetailFields';
import { detailTabs, firstField, type DetailValues } from './details';
import type { ChosenVariable } from './VariableChoice';

interface Props {
  variable: Pick<VariableRecord, 'var_id' | 'var_name'>;
  onClose: () => void;
}

/**
 * Edits the lists of a variable, such as dependencies, on tabs. The eye icon of the variable's row
 * opens it (3 §2.10).
 */
export function DetailsDialog({ variable, onClose }: Props) {
  const id = variable.var_id;
  const loaded = useQuery(recordQueries.variable(id));
  // Typed text is kept while another tab is shown.
  const [typed, setTyped] = useFormDraft<Readonly<Record<string, DetailValues>>>(
    `details ${id}`,
    {},
  );
  const [chosen, setChosen] = useFormDraft<ChosenVariable | null>(`dependency of ${id}`, null);
  const [shown, setShown] = useState(() =>
    Math.max(
      detailTabs.findIndex(({ tab }) => tab in typed),
      0,
    ),
  );
  const [attempted, setAttempted] = useState(false);
  const tab = detailTabs[shown] ?? detailTabs[0]!;
  const values = typed[tab.tab] ?? {};
  const calls = { ...tab.calls(id), failures: { add: tab.failure } };
  const save = useSave<DetailValues>(undefined, calls, ...DICTIONARY_PATHS);
  const missing = `Please fill all required fields in "${tab.tab}"`;
  const turnTo = (index: number) => {
    setAttempted(false);
    save.reset();
    setShown(index);
  };
  const submit = () => {
    setAttempted(true);
    if (!tab.isComplete(values)) {
      toast(missing, 'warning');
      document.getElementById(firstField(tab, values))?.focus();
      return;
    }
    save.mutate(values, {
      onSuccess: () => {
        toast(`${tab.tab} saved successfully!`, 'success');
        onClose();
      },
      onError: () => toast(`Error saving ${tab.tab}`, 'error'),
    });
  };
  const title = `Details of ${(loaded.data ?? variable).var_name}`;
  return (
    <DialogForm
      title={title}
      submitLabel={loaded.data && `Save ${tab.tab}`}
      cancelLabel="Close"
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      // Wide enough for five tabs.
      width={680}
    >
      {loaded.data && (
        <>
          <Tabs
            value={detailTabs.indexOf(tab)}
            onChange={(_, index: number) => turnTo(index)}
            aria-label={title}
            sx={{ borderBottom: 1, borderColor: 'divider', mx: -1 }}
          >
            {detailTabs.map(({ tab: name }) => (
              <Tab key={name} label={name} id={`detail-${name}`} aria-controls="detail-panel" />
            ))}
          </Tabs>
          <Box
            role="tabpanel"
            id="detail-panel"
            aria-labelledby={`detail-${tab.tab}`}
            sx={{ display: 'grid', gap: 2 }}
          >
            <DetailEntries tab={tab} variable={loaded.data} />
            {tab.tab === 'Timeline of Change' && <History variable={loaded.data} />}
            <DetailFields
              key={tab.tab}
              tab={tab}
              variable={loaded.data}
              values={values}
              onChange={(next) => setTyped((current) => ({ ...current, [tab.tab]: next }))}
              chosen={chosen}
              onChoose={setChosen}
              fault={attempted && !tab.isComplete(values) ? missing : undefined}
            />
            {save.error && (
              <CallErrorAlert error={save.error} onRetry={submit} pending={save.isPending} />
            )}
          </Box>
        </>
      )}
      {!loaded.data &&
        (loaded.error ? (
          <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
        ) : (
          <RowsSkeleton />
        ))}
    </DialogForm>
  );
}

/** The button that opens the history of a variable. */
function History({ variable }: { variable: WholeVariable }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        startIcon={<HistoryOutlined />}
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start' }}
      >
        Show what was saved, and by whom
      </Button>
      {open && (
        <RevisionsDialog
          of={{ record: 'variable', id: variable.var_id }}
          name={`${variable.tbl_name}.${variable.ids_column_name}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
