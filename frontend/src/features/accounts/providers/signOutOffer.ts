import type { ProviderSignOut } from '@/api/models';
import { externalStore } from '@/lib/externalStore';

/** The provider at which a person who has just signed out can sign out, too. */
export const signOutOffer = externalStore<ProviderSignOut | null>(null);
