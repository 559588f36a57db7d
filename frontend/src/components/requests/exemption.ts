import type { DataRequest } from '@/api/models';

/** Whether the requester claims that the study needs no approval by an ethics committee. */
export const exemption = ({ exempted }: Pick<DataRequest, 'exempted'>): string =>
  exempted ? 'The requester claims that the study is exempt from ethics approval' : 'Not claimed';
