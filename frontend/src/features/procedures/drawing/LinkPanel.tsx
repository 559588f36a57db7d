import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChoiceField } from '../ChoiceField';
import { linkFault, nameOf, stagesInOrder, type Drawing, type DrawnLink } from './drawing';

interface Props {
  drawing: Drawing;
  link: DrawnLink;
  onChange: (now: DrawnLink) => void;
  onInsert: () => void;
  onRemove: () => void;
}

export function LinkPanel({ drawing, link, onChange, onInsert, onRemove }: Props) {
  const choice = (end: keyof DrawnLink, label: string) => (
    <ChoiceField
      id={`drawn-${end}`}
      label={label}
      value={link[end]}
      options={stagesInOrder(drawing)
        .filter(
          ({ stage_id }) =>
            stage_id === link[end] || !linkFault(drawing, { ...link, [end]: stage_id }),
        )
        .map(({ stage_id }) => ({ value: stage_id, name: nameOf(drawing, stage_id) }))}
      onChange={(id) => id !== link[end] && onChange({ ...link, [end]: id })}
    />
  );
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {choice('current_stage', 'Current Stage')}
        {choice('next', 'Next Stage')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="outlined" startIcon={<Add />} onClick={onInsert}>
          Insert a stage here
        </Button>
        <Button color="error" variant="outlined" startIcon={<DeleteOutlined />} onClick={onRemove}>
          Remove this link
        </Button>
      </Box>
    </>
  );
}
