import { get } from '@/api/query';

/** Query for all countries, the visitor's own first (1 §5.2). */
export const countriesQuery = () => get('/api/v1/users/country', {}, { staleTime: Infinity });
