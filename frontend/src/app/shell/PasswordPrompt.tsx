import { usePasswordQuestion } from '@/api/password';
import { PasswordDialog } from '@/features/accounts/PasswordDialog';

/** Asks for the password over whatever screen or dialog makes a call that needs it. */
export default function PasswordPrompt() {
  const question = usePasswordQuestion();
  return question && <PasswordDialog {...question} />;
}
