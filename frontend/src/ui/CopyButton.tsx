import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { toast } from '@/lib/toast';

interface Props {
  text: string;
  /** Names the text, for the message and for screen readers. */
  what: string;
}

export function CopyButton({ text, what }: Props) {
  const copy = async () => {
    try {
      // Pages without encryption have no clipboard.
      await navigator.clipboard.writeText(text);
      toast(`Copied: ${what}.`);
    } catch {
      toast('This browser does not let the page copy. Select the text and copy it.', 'warning');
    }
  };
  return (
    <Button
      size="small"
      startIcon={<ContentCopyOutlined />}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      Copy
    </Button>
  );
}
