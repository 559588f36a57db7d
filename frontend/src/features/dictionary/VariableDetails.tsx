import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { Variable } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { Marked } from '@/ui/Marked';
import { Meaning } from '@/shared/dictionary/Meaning';
import { formatDate } from '@/lib/dates';
import { PiiMark } from './PiiMark';

const yesNo = (value: boolean | null | undefined) => (value ? 'Yes' : 'No');

const changeInWords = ({ change_date, comment }: Variable['timeline_of_changes'][number]) =>
  [change_date && formatDate(change_date), comment].filter(Boolean).join(': ');

function properties(variable: Variable): [string, string][] {
  const rows: [string, string | null | undefined][] = [
    ['Table', variable.tbl_name],
    ['Column', variable.ids_column_name],
    ['Data type', variable.data_type],
    ['Range', variable.range],
    ['Usage', variable.usage],
    ['Reference', variable.reference],
    ['Derived', yesNo(variable.derived)],
    ['Primary key', yesNo(variable.is_primary)],
    ['Foreign key', yesNo(variable.is_foreign)],
    ['Analytical', yesNo(variable.is_analytical)],
    ['Enumerated', yesNo(variable.enumerated)],
    ['Introduced', variable.date_introduced && formatDate(variable.date_introduced)],
    ['Synonyms', variable.synonyms.map(({ synonym }) => synonym).join(', ')],
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

interface Props {
  variable: Variable | null;
  onClose: () => void;
}

export function VariableDetails({ variable, onClose }: Props) {
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
              <Typography
                id="variable-details"
                variant="h2"
                sx={{
                  overflowWrap: 'anywhere',
                  color: variable.is_identifiable ? 'pii' : undefined,
                }}
              >
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
          <Typography component="div" sx={{ mt: 2 }}>
            <Meaning blocks={variable.meaning_blocks} hits={variable.hits} />
          </Typography>
          <Box sx={{ mt: 3 }}>
            <DataList>
              {properties(variable).map(([name, text], index) => (
                <DataItem key={index} name={name}>
                  <Marked text={text} hits={variable.hits} />
                </DataItem>
              ))}
            </DataList>
          </Box>
        </>
      )}
    </Drawer>
  );
}
