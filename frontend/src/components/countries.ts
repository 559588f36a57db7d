import { get } from '@/api/query';

/** Every country, the visitor's own first (1 §5.2). */
export const countriesQuery = () => get('/api/v1/users/country', {}, { staleTime: Infinity });
