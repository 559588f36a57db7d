import { useParams } from 'react-router';
import { ApprovalProcedurePage } from './ApprovalProcedurePage';
import { ApprovalProceduresPage } from './ApprovalProceduresPage';

/** All procedures, or the one that the address names: they are loaded together, as one leads to the other (3 §2.7). */
export default function ProcedureScreens() {
  return 'approval_id' in useParams() ? <ApprovalProcedurePage /> : <ApprovalProceduresPage />;
}
