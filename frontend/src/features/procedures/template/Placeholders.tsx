import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { LetterTemplate } from '@/api/models';
import { PlainList } from '@/ui/PlainList';

interface Props {
  offered: LetterTemplate['placeholders'];
  onChoose: (placeholder: string) => void;
}

/** Lists the placeholders of a template. Choosing one inserts it at the caret. */
export function Placeholders({ offered, onChoose }: Props) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Typography variant="h3" component="h2" id={headingId}>
        Placeholders
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Choose one to insert it where you typed last. In the letter, it is replaced with the answer
        from the request.
      </Typography>
      <PlainList aria-labelledby={headingId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {offered.map(({ placeholder, description }) => (
          <li key={placeholder}>
            <Button
              size="small"
              variant="outlined"
              title={placeholder}
              onClick={() => onChoose(placeholder)}
              sx={{ fontWeight: 500, textAlign: 'left', lineHeight: 1.4 }}
            >
              {description}
            </Button>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}
