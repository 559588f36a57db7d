import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { toast } from '@/lib/toast';

interface Props {
  text: string;
  /** What is copied, for the message and for who does not see what the button stands beside. */
  what: string;
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, what }: Props) {
  const copy = async () => {
    try {
      // There is no clipboard where the page came without encryption.
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
