import { useRequestEdit } from '@/lib/requestEdits';
import { DataFormatForm } from './DataFormatForm';
import { DatasetForm } from './DatasetForm';
import { DataSourceForm } from './DataSourceForm';
import { DeleteRow } from './DeleteRow';
import { DeviceEdit } from './DeviceEdit';
import { DocumentForm } from './DocumentForm';
import { EthicsForm } from './EthicsForm';
import { PrincipalForm } from './PrincipalForm';
import { StaffEdit } from './StaffEdit';
import { AddVariablesForm, RemoveVariablesForm } from './VariablesForms';

export default function EditDialog() {
  const edit = useRequestEdit();
  if (!edit) return null;
  const { request, target } = edit;
  switch (target.kind) {
    case 'principal':
      return <PrincipalForm request={request} />;
    case 'ethics':
      return <EthicsForm request={request} />;
    case 'agreement':
    case 'specification':
      return <DocumentForm request={request} kind={target.kind} />;
    case 'dataFormat':
      return <DataFormatForm request={request} />;
    case 'dataSource':
      return <DataSourceForm request={request} />;
    case 'dataset':
      return <DatasetForm request={request} dataset={target.row} />;
    case 'addVariables':
      return <AddVariablesForm request={request} target={target} />;
    case 'removeVariables':
      return <RemoveVariablesForm request={request} target={target} />;
    case 'device':
      return <DeviceEdit request={request} device={target.row} />;
    case 'staff':
      return <StaffEdit request={request} member={target.row} />;
    case 'deleteDevice':
    case 'deleteStaff':
      return <DeleteRow request={request} target={target} />;
  }
}
