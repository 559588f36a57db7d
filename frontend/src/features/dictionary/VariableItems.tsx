import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import type { Variable } from '@/api/models';
import { Marked } from '@/ui/Marked';
import { plainMeaning } from '@/shared/dictionary/Meaning';
import { PlainList } from '@/ui/PlainList';
import { boxLook } from '@/ui/table/looks';
import { RowCheckbox } from '@/ui/table/RowCheckbox';
import type { VariableListProps } from './variableList';
import { nameLook, VariableName } from './VariableName';

/** One style for all cards, because a style for each card would slow rendering. */
const look: SystemStyleObject<Theme> = {
  display: 'grid',
  gap: 1,
  '& > li': {
    display: 'flex',
    alignItems: 'start',
    py: 1.25,
    pr: 2,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
  '& > li.chosen': { borderColor: 'primary.main' },
  '& > li:not(:has(.pick))': { pl: 2 },
  '& .words': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .origin': { typography: 'caption', color: 'text.secondary' },
  '& p': { typography: 'body2', m: 0, mt: 0.25 },
  ...nameLook,
  ...boxLook,
  '& > li > .pick': { mt: -1 },
};

interface Props extends Pick<VariableListProps, 'onOpen' | 'selection'> {
  variables: readonly Variable[];
}

/** Variables as cards, each with its name, origin and meaning. */
export function VariableItems({ variables, onOpen, selection }: Props) {
  const selectedIds = new Set(selection?.selected.map(({ var_id }) => var_id));
  return (
    <PlainList sx={look}>
      {variables.map((variable) => {
        const { var_id, var_name, tbl_name, data_type, meaning_blocks, hits } = variable;
        const chosen = selectedIds.has(var_id);
        return (
          <li key={var_id} className={chosen ? 'chosen' : undefined}>
            {selection && (
              <RowCheckbox
                checked={chosen}
                label={`Select ${var_name}`}
                onChange={() =>
                  selection.change(
                    chosen
                      ? selection.selected.filter((picked) => picked.var_id !== var_id)
                      : [...selection.selected, variable],
                  )
                }
              />
            )}
            <div className="words">
              <div className="names">
                <VariableName variable={variable} onOpen={onOpen} />
              </div>
              <div className="origin">
                <Marked text={[tbl_name, data_type].join(' · ')} hits={hits} />
              </div>
              <p>
                <Marked text={plainMeaning(meaning_blocks)} hits={hits} />
              </p>
            </div>
          </li>
        );
      })}
    </PlainList>
  );
}
