import type { DataRequest } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { accessPeriod } from '@/lib/requestStatus';
import type { SectionKey } from '@/lib/requestSections';

type Value = readonly [name: string, value: string];

const dayText = (day: string) => formatDate(day);
const documentNames = (request: DataRequest, ...fields: readonly string[]): Value[] =>
  request.documents
    .filter(({ field }) => fields.includes(field))
    .map(({ title, uploaded_on }) => [title, `uploaded on ${dayText(uploaded_on)}`]);

/** What a section says, as one line for each answer or row. */
function valuesOf(request: DataRequest, section: SectionKey): readonly Value[] {
  switch (section) {
    case 'principal':
      return [
        ['Name', `${request.principal_fname} ${request.principal_sname}`],
        ['Email', request.principal_email],
        ['Phone', request.principal_phone],
        ['Institution', request.principal_institution],
        ['Occupation', request.principal_occupation],
      ];
    case 'ethics':
      return [
        ['Ethics committee', request.irb_name],
        ['Protocol reference number', request.protocol_ref_num],
        ['Additional ethics committee', request.additional_ethics_committee_name ?? 'None'],
        ...documentNames(request, 'ethics_doc_path', 'additional_IRB_file_path'),
      ];
    case 'agreement':
      return documentNames(request, 'file_path');
    case 'dataFormat':
      return [
        ['Format', request.data_format],
        ['Period of access', accessPeriod(request) ?? 'None'],
      ];
    case 'dataSource':
      return [
        ...request.requested_datasets.map(
          ({ rdataset_id, data_source, dataset_description, variables_count }): Value => [
            `Dataset ${rdataset_id}`,
            [data_source.source, dataset_description, count(variables_count, 'variable')].join(
              ', ',
            ),
          ],
        ),
        ...documentNames(request, 'data_specs_path'),
      ];
    case 'devices':
      return request.list_of_devices.map((device) => [
        `Device ${device.device_id}`,
        [
          device.equipment_name,
          device.equipment_type.equipment_type,
          device.serial_number,
          device.used_by,
          device.organisation,
          `${dayText(device.usage_from)} to ${dayText(device.usage_to)}`,
        ].join(', '),
      ]);
    case 'staff':
      return request.list_of_staff.map((member) => [
        `Staff ${member.staff_shared_id}`,
        [
          `${member.first_name} ${member.surname}`,
          member.position_in_organisation,
          member.email,
          member.phone,
          `${member.identification_type} ${member.identification_number}`,
        ].join(', '),
      ]);
    default:
      return [];
  }
}

export interface Difference {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** What of a section is another than before: answers that changed, rows that came or went. */
export function differences(
  before: DataRequest,
  after: DataRequest,
  section: SectionKey,
): Difference[] {
  const [old, now] = [new Map(valuesOf(before, section)), new Map(valuesOf(after, section))];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter(({ before: was, after: is }) => was !== is);
}
