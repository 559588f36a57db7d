import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { EmptyState } from '@/components/EmptyState';
import { Pages } from '@/components/Pages';
import { RowsSkeleton } from '@/components/Skeletons';
import { Marked } from '@/components/Marked';
import { plainMeaning } from '@/components/Meaning';
import { PlainList } from '@/components/PlainList';
import { PiiMark } from './PiiMark';
import { PAGE_SIZES, type VariableListProps } from './variableList';

/** The variables at phone width: one card each. */
export function VariableCards(props: VariableListProps) {
  const { variables, total, more, loading, query, onChange, onOpen, selection } = props;
  if (loading && variables.length === 0) return <RowsSkeleton height={88} />;
  if (variables.length === 0) {
    return (
      <EmptyState message="No variables found" hint="Try another word, or clear the filters." />
    );
  }
  const selectedIds = new Set(selection?.selected.map(({ var_id }) => var_id));
  return (
    <>
      <PlainList sx={{ display: 'grid', gap: 1 }}>
        {variables.map((variable) => {
          const chosen = selectedIds.has(variable.var_id);
          return (
            <Box
              component="li"
              key={variable.var_id}
              sx={{
                display: 'flex',
                gap: 0.5,
                py: 1.25,
                pr: 2,
                pl: selection ? 0.5 : 2,
                border: 1,
                borderColor: chosen ? 'primary.main' : 'divider',
                borderRadius: 1,
                bgcolor: 'background.paper',
              }}
            >
              {selection && (
                <Checkbox
                  checked={chosen}
                  sx={{ alignSelf: 'start', mt: -0.75 }}
                  slotProps={{ input: { 'aria-label': `Select ${variable.var_name}` } }}
                  onChange={() =>
                    selection.change(
                      chosen
                        ? selection.selected.filter(({ var_id }) => var_id !== variable.var_id)
                        : [...selection.selected, variable],
                    )
                  }
                />
              )}
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
                  <Link
                    component="button"
                    onClick={() => onOpen(variable)}
                    sx={{
                      font: 'inherit',
                      fontWeight: 600,
                      textAlign: 'left',
                      wordBreak: 'break-word',
                      color: variable.is_identifiable ? 'pii' : 'primary.main',
                    }}
                  >
                    <Marked text={variable.var_name} hits={variable.hits} />
                  </Link>
                  {variable.is_identifiable && <PiiMark />}
                </Box>
                <Typography variant="caption" color="textSecondary" component="div">
                  <Marked
                    text={[variable.tbl_name, variable.data_type].join(' · ')}
                    hits={variable.hits}
                  />
                </Typography>
                <Typography variant="body2" sx={{ mt: 0.25 }}>
                  <Marked text={plainMeaning(variable.meaning_blocks)} hits={variable.hits} />
                </Typography>
              </Box>
            </Box>
          );
        })}
      </PlainList>
      <Pages {...{ total, more, query, onChange }} pageSizes={PAGE_SIZES} />
    </>
  );
}
