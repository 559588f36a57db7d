import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { dataTablePath, paths } from '@/app/paths';
import { PlainList } from '@/ui/PlainList';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { count, formatNumber } from '@/lib/numbers';
import {
  useSelectedSource,
  useSelectedVariables,
  variableSelection,
  type SelectedVariable,
} from '@/lib/variableSelection';
import { returnPath } from '@/lib/returnPath';
import { DraftFileField } from './DraftFileField';
import { Questions, TextAnswer } from './fields';
import { documents } from './questions';
import { useFieldProps } from './useFieldProps';
import { marked, withId } from './withdrawn';
import { fieldId, useWizard } from './wizardContext';

/**
 * The screen for the data source, the variables selected in the dictionary, and the description of
 * the dataset.
 */
export function DatasetScreen() {
  const { files, setFile, upload, addressOf, faultOf, withdrawn } = useWizard();
  const fieldProps = useFieldProps();
  const { pathname, search } = useLocation();
  const dataSourceId = useSelectedSource();
  const variables = useSelectedVariables(dataSourceId);
  const source = withId(withdrawn.sources, dataSourceId);
  const sourceFault = faultOf('data_source_id') ?? source?.message;
  const variablesFault = faultOf('dataset_variables');
  const gone = variables.filter(({ var_id }) => withdrawn.variables.has(var_id));
  const isReadable = dataSourceId !== null && !source;
  return (
    <Questions>
      <PublishedSourceField
        id={fieldId('data_source_id')}
        label="Data Source"
        required
        value={dataSourceId}
        withdrawn={
          source && dataSourceId !== null
            ? { data_source_id: dataSourceId, source: marked(source.name) }
            : undefined
        }
        onChange={(id) => id !== null && variableSelection.open(id)}
        error={sourceFault}
        help="A request can use only one source. Your selection is kept for each source."
      />
      <Box component="section" aria-labelledby="chosen-variables">
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 1,
            mb: 1,
          }}
        >
          <Typography id="chosen-variables" variant="h3">
            {variables.length > 0 ? `${count(variables.length, 'variable')} selected` : 'Variables'}
            {gone.length > 0 && `, ${formatNumber(gone.length)} no longer offered`}
          </Typography>
          <Button
            id={fieldId('dataset_variables')}
            component={RouterLink}
            to={isReadable ? dataTablePath(dataSourceId) : paths.dataSource}
            onClick={() => returnPath.note(pathname + search)}
            startIcon={variables.length > 0 ? <EditOutlined /> : <AddIcon />}
            variant="outlined"
          >
            {variables.length > 0 ? 'Change the selection' : 'Select variables'}
          </Button>
        </Box>
        {variablesFault && (
          <Typography variant="body2" color="error" role="alert" sx={{ mb: 1 }}>
            {variablesFault}
          </Typography>
        )}
        {dataSourceId !== null && gone.length > 0 && (
          <Button
            size="small"
            color="warning"
            sx={{ mb: 1 }}
            onClick={() =>
              variableSelection.set(
                dataSourceId,
                variables.filter(({ var_id }) => !withdrawn.variables.has(var_id)),
              )
            }
          >
            Remove {count(gone.length, 'variable')} no longer offered
          </Button>
        )}
        {dataSourceId !== null && variables.length > 0 ? (
          <ChosenVariables
            dataSourceId={dataSourceId}
            variables={variables}
            withdrawn={withdrawn.variables}
          />
        ) : (
          <Typography variant="body2" color="textSecondary">
            No Variables have been selected. Without them, upload the General Data Specification
            Form below.
          </Typography>
        )}
      </Box>
      <TextAnswer
        {...fieldProps('dataset_description')}
        rows={3}
        hint="Describe the people, the period and the level of detail, so that reviewers can judge whether you request no more than you need."
      />
      <div>
        <DraftFileField
          id={fieldId('data_specs_path')}
          label={documents.data_specs_path.label}
          required={variables.length === 0}
          hint={variables.length > 0 ? 'Optional, because you selected variables.' : undefined}
          value={files.get('data_specs_path') ?? null}
          onChange={(file) => setFile('data_specs_path', file)}
          upload={upload('data_specs_path')}
          addressOf={addressOf}
          error={faultOf('data_specs_path')}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Get the form under{' '}
          <Link
            href={`${paths.documents}#general-data-specification-form`}
            target="_blank"
            underline="always"
            rel="noopener"
          >
            Documents: General Data Specification Form
          </Link>{' '}
          (opens in a new tab).
        </Typography>
      </div>
    </Questions>
  );
}

const SHOWN_AT_FIRST = 12;
/** Thousands of names at once would block the page. */
const SHOWN_MORE = 200;

/**
 * The selected variables, each with a button that removes it. A long list is collapsed at first.
 */
function ChosenVariables({
  dataSourceId,
  variables: picked,
  withdrawn,
}: {
  dataSourceId: number;
  variables: readonly SelectedVariable[];
  /** The ids of variables that are no longer offered, which are listed first. */
  withdrawn: ReadonlySet<number>;
}) {
  const isGone = ({ var_id }: SelectedVariable) => withdrawn.has(var_id);
  const variables = [...picked.filter(isGone), ...picked.filter((variable) => !isGone(variable))];
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const shown = variables.slice(0, most);
  const left = variables.length - shown.length;
  const remove = (id: number) =>
    variableSelection.set(
      dataSourceId,
      picked.filter(({ var_id }) => var_id !== id),
    );
  return (
    <>
      <PlainList
        aria-label="Selected variables"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
      >
        {shown.map(({ var_id, var_name, tbl_name, is_identifiable }) => (
          <Box
            component="li"
            key={var_id}
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              maxWidth: '100%',
              pl: 1.25,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
              fontSize: '0.875rem',
            }}
          >
            <Box component="span" sx={{ minWidth: 0, wordBreak: 'break-word' }}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {tbl_name}.
              </Box>
              <Box
                component="span"
                sx={{ fontWeight: 600, color: is_identifiable ? 'pii' : undefined }}
              >
                {var_name}
              </Box>
              {is_identifiable && (
                <Box component="span" sx={{ color: 'pii' }}>
                  {' '}
                  PII
                </Box>
              )}
              {withdrawn.has(var_id) && (
                <Box component="span" sx={{ color: 'warning.main' }}>
                  {' '}
                  no longer offered
                </Box>
              )}
            </Box>
            <IconButton
              size="small"
              aria-label={`Remove ${var_name}`}
              onClick={() => remove(var_id)}
            >
              <CloseIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        ))}
      </PlainList>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {left > 0 && (
          <Button size="small" onClick={() => setMost(most + SHOWN_MORE)}>
            {left > SHOWN_MORE
              ? `Show ${SHOWN_MORE} more of ${formatNumber(left)}`
              : `Show all ${formatNumber(variables.length)}`}
          </Button>
        )}
        {most > SHOWN_AT_FIRST && variables.length > SHOWN_AT_FIRST && (
          <Button size="small" onClick={() => setMost(SHOWN_AT_FIRST)}>
            Show fewer
          </Button>
        )}
      </Box>
    </>
  );
}
