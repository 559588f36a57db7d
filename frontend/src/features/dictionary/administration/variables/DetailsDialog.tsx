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
import { detailTabs, type DetailTab, type DetailValues } from './details';
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
  const loaded = useQuery(recordQueries.variable(variable.var_id));
  // Typed text is kept while another tab is shown.
  const [typed, setTyped] = useFormDraft<Readonly<Record<string, DetailValues>>>(
    `details ${variable.var_id}`,
    {},
  );
  const [chosen, setChosen] = useFormDraft<ChosenVariable | null>(
    `dependency of ${variable.var_id}`,
    null,
  );
  const [shown, setShown] = useState(() =>
    Math.max(
      detailTabs.findIndex(({ tab }) => tab in typed),
      0,
    ),
  );
  const tab = detailTabs[shown] ?? detailTabs[0]!;
  const values = typed[tab.tab] ?? {};
  const onChange = (next: DetailValues) => setTyped((current) => ({ ...current, [tab.tab]: next }));
  return loaded.data ? (
    <Shown
      whole={loaded.data}
      tab={tab}
      values={values}
      onChange={onChange}
      chosen={chosen}
      onChoose={setChosen}
      onTab={setShown}
      onClose={onClose}
    />
  ) : (
    <DialogForm title={`Details of ${variable.var_name}`} cancelLabel="Close" onClose={onClose}>
      {loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </DialogForm>
  );
}

interface ShownProps {
  whole: WholeVariable;
  tab: DetailTab;
  values: DetailValues;
  onChange: (values: DetailValues) => void;
  chosen: ChosenVariable | null;
  onChoose: (chosen: ChosenVariable | null) => void;
  onTab: (index: number) => void;
  onClose: () => void;
}

function Shown(props: ShownProps) {
  const { whole, tab, values, onChange, chosen, onChoose, onTab, onClose } = props;
  const calls = { ...tab.calls(whole.var_id), failures: { add: tab.failure } };
  const save = useSave<DetailValues>(undefined, calls, ...DICTIONARY_PATHS);
  const [attempted, setAttempted] = useState(false);
  const [history, setHistory] = useState(false);
  const missing = attempted && !tab.isComplete(values);
  const turnTo = (index: number) => {
    setAttempted(false);
    save.reset();
    onTab(index);
  };
  const submit = () => {
    setAttempted(true);
    if (!tab.isComplete(values)) {
      toast(`Please fill all required fields in "${tab.tab}"`, 'warning');
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
  return (
    <DialogForm
      title={`Details of ${whole.var_name}`}
      submitLabel={`Save ${tab.tab}`}
      cancelLabel="Close"
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      // Wide enough for five tabs.
      width={680}
    >
      <Tabs
        value={detailTabs.indexOf(tab)}
        onChange={(_, index: number) => turnTo(index)}
        aria-label={`Details of ${whole.var_name}`}
        sx={{ borderBottom: 1, borderColor: 'divider', mx: -1 }}
      >
        {detailTabs.map(({ tab: title }) => (
          <Tab key={title} label={title} id={`detail-${title}`} aria-controls="detail-panel" />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="detail-panel"
        aria-labelledby={`detail-${tab.tab}`}
        sx={{ display: 'grid', gap: 2 }}
      >
        <DetailEntries tab={tab} variable={whole} />
        {tab.tab === 'Timeline of Change' && (
          <Button
            startIcon={<HistoryOutlined />}
            onClick={() => setHistory(true)}
            sx={{ justifySelf: 'start' }}
          >
            Show what was saved, and by whom
          </Button>
        )}
        <DetailFields
          key={tab.tab}
          tab={tab}
          variable={whole}
          values={values}
          onChange={onChange}
          chosen={chosen}
          onChoose={onChoose}
          fault={missing ? `Please fill all required fields in "${tab.tab}"` : undefined}
        />
        {save.error && (
          <CallErrorAlert error={save.error} onRetry={submit} pending={save.isPending} />
        )}
      </Box>
      {history && (
        <RevisionsDialog
          of={{ record: 'variable', id: whole.var_id }}
          name={`${whole.tbl_name}.${whole.ids_column_name}`}
          onClose={() => setHistory(false)}
        />
      )}
    </DialogForm>
  );
}
