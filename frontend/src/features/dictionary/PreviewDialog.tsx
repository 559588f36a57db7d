import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import { PlainList } from '@/ui/PlainList';
import { count } from '@/lib/numbers';
import type { SelectedVariable } from '@/lib/variableSelection';
import { PiiMark } from './PiiMark';

interface Props {
  selected: SelectedVariable[];
  onChange: (variables: SelectedVariable[]) => void;
  onClose: () => void;
  onRequest: () => void;
}

function byTable(selected: SelectedVariable[]): Map<string, SelectedVariable[]> {
  const tables = new Map<string, SelectedVariable[]>();
  for (const variable of selected) {
    tables.set(variable.tbl_name, [...(tables.get(variable.tbl_name) ?? []), variable]);
  }
  return tables;
}

/**
 * Shows the picked variables by table, in 75 % of the window's width (2 §2). Each can be removed.
 */
export function PreviewDialog({ selected, onChange, onClose, onRequest }: Props) {
  const titleId = useId();
  const tables = byTable(selected);
  return (
    <DialogFrame
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth={false}
      slotProps={{
        paper: { sx: { width: { xs: 'calc(100% - 24px)', sm: '75vw' }, m: { xs: 1.5, sm: 4 } } },
      }}
    >
      <DialogTitle id={titleId}>
        Selected variables
        <Typography variant="body2" color="textSecondary">
          {count(selected.length, 'variable')} of {count(tables.size, 'table')}
        </Typography>
      </DialogTitle>
      <DialogContent>
        {selected.length === 0 && <Typography>No Variables have been selected.</Typography>}
        {[...tables].map(([table, variables]) => (
          <Box component="section" key={table} aria-label={table} sx={{ mb: 3 }}>
            <Typography variant="h3" sx={{ mb: 0.5 }}>
              {table}
            </Typography>
            <PlainList>
              {variables.map((variable) => (
                <Box
                  component="li"
                  key={variable.var_id}
                  sx={{
                    display: 'grid',
                    gridTemplateColumns: { xs: '1fr auto', md: '260px 110px 1fr auto' },
                    columnGap: 2,
                    alignItems: 'center',
                    py: 0.5,
                    borderTop: 1,
                    borderColor: 'divider',
                  }}
                >
                  <Typography
                    variant="body2"
                    component="div"
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      gap: 0.75,
                      fontWeight: 600,
                      minWidth: 0,
                      wordBreak: 'break-word',
                    }}
                  >
                    {variable.var_name} {variable.is_identifiable && <PiiMark />}
                  </Typography>
                  <Typography
                    variant="body2"
                    color="textSecondary"
                    sx={{ display: { xs: 'none', md: 'block' } }}
                  >
                    {variable.data_type}
                  </Typography>
                  <Typography
                    variant="body2"
                    color="textSecondary"
                    sx={{ display: { xs: 'none', md: 'block' }, overflowWrap: 'anywhere' }}
                  >
                    {variable.meaning}
                  </Typography>
                  <IconButton
                    size="small"
                    aria-label={`Remove ${variable.var_name}`}
                    onClick={() =>
                      onChange(selected.filter(({ var_id }) => var_id !== variable.var_id))
                    }
                  >
                    <DeleteOutlined fontSize="small" />
                  </IconButton>
                </Box>
              ))}
            </PlainList>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" onClick={onRequest} disabled={selected.length === 0}>
          Request Data
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
