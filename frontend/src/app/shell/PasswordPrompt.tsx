import { usePasswordQuestion } from '@/api/password';
import { PasswordDialog } from '@/features/accounts/PasswordDialog';

/** Asks for the password when a call requires it, over the current screen or dialog. */
export default function PasswordPrompt() {
  const question = usePasswordQuestion();
  return question && <PasswordDialog {...question} />;
}
