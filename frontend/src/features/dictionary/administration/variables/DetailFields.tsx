import FormHelperText from '@mui/material/FormHelperText';
import type { WholeVariable } from '@/api/models';
import { DateField } from '@/ui/DateField';
import { LimitedField } from '@/ui/LimitedField';
import { PROSE_LIMIT } from '@/lib/limits';
import { fieldId, type DetailTab, type DetailValues } from './details';
import { VariableChoice, type ChosenVariable } from './VariableChoice';

interface Props {
  tab: DetailTab;
  variable: WholeVariable;
  values: DetailValues;
  onChange: (values: DetailValues) => void;
  /** The chosen variable as its field shows it; `values` has its id. */
  chosen: ChosenVariable | null;
  onChoose: (chosen: ChosenVariable | null) => void;
  fault?: string;
}

export function DetailFields(props: Props) {
  const { tab, variable, values, onChange, chosen, onChoose, fault } = props;
  const set = (field: string, text: string) => onChange({ ...values, [field]: text });
  return (
    <>
      {tab.fields.map(({ field, label, kind, limit }) => {
        if (kind === 'variable') {
          return (
            <VariableChoice
              key={field}
              id={fieldId(field)}
              label={label}
              dataSource={variable.data_source}
              value={values[field] ? chosen : null}
              onChange={(next) => {
                onChoose(next);
                set(field, next ? String(next.id) : '');
              }}
              except={variable.var_id}
              error={fault}
            />
          );
        }
        if (kind === 'date') {
          return (
            <DateField
              key={field}
              id={fieldId(field)}
              label={label}
              value={values[field] ?? ''}
              onChange={(day) => set(field, day)}
            />
          );
        }
        return (
          <LimitedField
            limit={limit ?? PROSE_LIMIT}
            key={field}
            id={fieldId(field)}
            label={label}
            multiline={kind === 'long'}
            minRows={kind === 'long' ? 2 : undefined}
            maxRows={kind === 'long' ? 6 : undefined}
            value={values[field] ?? ''}
            onChange={({ target }) => set(field, target.value)}
            error={Boolean(fault)}
          />
        );
      })}
      {fault && <FormHelperText error>{fault}</FormHelperText>}
    </>
  );
}
