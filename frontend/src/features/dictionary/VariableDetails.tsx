import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { Variable } from '@/api/models';
import { useRole } from '@/api/session';
import { dataTablePath } from '@/app/paths';
import { DataItem, DataList } from '@/ui/DataList';
import { Marked } from '@/ui/Marked';
import { PlainList } from '@/ui/PlainList';
import { Meaning } from '@/shared/dictionary/Meaning';
import { formatDate } from '@/lib/dates';
import { useSelectedVariables, variableSelection } from '@/lib/variableSelection';
import { PiiMark } from './PiiMark';
import { TableQualityItem } from './quality/TableQualityItem';
import { toSelected } from './variableList';

const changeInWords = ({ change_date, comment }: Variable['timeline_of_changes'][number]) =>
  [change_date && formatDate(change_date), comment].filter(Boolean).join(': ');

function properties(variable: Variable): [string, string][] {
  const rows: [string, string | null | undefined][] = [
    ['Data type', variable.data_type],
    ['Range', variable.range],
    ['Table', variable.tbl_name],
    ['Synonyms', variable.synonyms.map(({ synonym }) => synonym).join(', ')],
    ['Column', variable.ids_column_name],
    ['Usage', variable.usage],
    ['Reference', variable.reference],
    ['Introduced', variable.date_introduced && formatDate(variable.date_introduced)],
    ['Values', variable.input_values.map(({ value }) => value).join(', ')],
    [
      'Depends on',
      variable.dependencies.map(({ var_name, tbl_name }) => `${var_name} (${tbl_name})`).join(', '),
    ],
    ['Changes', variable.timeline_of_changes.map(changeInWords).join('; ')],
    ...variable.variable_metadata.map(({ key, value }): [string, string] => [key, value]),
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

function Flags({ variable }: { variable: Variable }) {
  const flags = [
    variable.derived && 'Derived',
    variable.is_primary && 'Primary key',
    variable.is_foreign && 'Foreign key',
    variable.is_analytical && 'Analytical',
    variable.enumerated && 'Enumerated',
  ].filter((flag) => flag !== false);
  if (flags.length === 0) return null;
  return (
    <PlainList aria-label="Properties" sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {flags.map((flag) => (
        <li key={flag}>
          <Chip label={flag} size="small" variant="outlined" />
        </li>
      ))}
    </PlainList>
  );
}

/** Adds the variable to the selection of its source, or removes it. */
function PickButton({ variable }: { variable: Variable }) {
  const { data_source, var_id } = variable;
  const selected = useSelectedVariables(data_source);
  const others = selected.filter((picked) => picked.var_id !== var_id);
  const isPicked = others.length < selected.length;
  return (
    <Button
      variant={isPicked ? 'outlined' : 'contained'}
      sx={{ mt: 2 }}
      onClick={() =>
        variableSelection.set(data_source, isPicked ? others : [...others, toSelected(variable)])
      }
    >
      {isPicked ? 'Remove from your selection' : 'Select this variable'}
    </Button>
  );
}

interface Props {
  variable: Variable | null;
  /** True if variables can be selected here. */
  canPick: boolean;
  onClose: () => void;
}

export function VariableDetails({ variable, canPick, onClose }: Props) {
  // Only Data Analysts may read figures of data quality.
  const isAnalyst = useRole() === 'Data Analyst';
  return (
    <Drawer
      anchor="right"
      open={variable !== null}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'variable-details',
          sx: { width: 420, maxWidth: '100vw', p: 3 },
        },
      }}
    >
      {variable && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography id="variable-details" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
                <Marked text={variable.var_name} hits={variable.hits} />
              </Typography>
              {variable.is_identifiable && (
                <Typography
                  variant="body2"
                  component="div"
                  sx={{ mt: 0.5, display: 'flex', gap: 0.75, alignItems: 'center' }}
                >
                  <PiiMark /> De-identified before delivery
                </Typography>
              )}
            </Box>
            <IconButton onClick={onClose} aria-label="Close the details" edge="end">
              <CloseIcon />
            </IconButton>
          </Box>
          <Flags variable={variable} />
          <Typography component="div" sx={{ mt: 2 }}>
            <Meaning blocks={variable.meaning_blocks} hits={variable.hits} />
          </Typography>
          {canPick && (
            <div>
              <PickButton variable={variable} />
            </div>
          )}
          <Box sx={{ mt: 3 }}>
            <DataList>
              {properties(variable).map(([name, text], index) => (
                <DataItem key={index} name={name}>
                  <Marked text={text} hits={variable.hits} />
                </DataItem>
              ))}
              <DataItem name="Data source">
                <Link
                  component={RouterLink}
                  to={dataTablePath(variable.data_source)}
                  underline="always"
                  onClick={onClose}
                >
                  {variable.source}
                </Link>
              </DataItem>
              {isAnalyst && <TableQualityItem variable={variable} />}
            </DataList>
          </Box>
        </>
      )}
    </Drawer>
  );
}
