import type { components } from './schema.gen';

/**
 * The names of the API's bodies as the screens use them. All of them come from the generated types; a screen
 * imports from here and never from `schema.gen.ts`.
 */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type AssignedRole = Schemas['AssignedRole'];
export type DemoAccount = Schemas['DemoAccount'];
export type DataSource = Schemas['DataSource'];
export type DictionaryTable = Schemas['DictionaryTable'];
export type Variable = Schemas['Variable'];
export type Notification = Schemas['Notification'];
export type Page = Schemas['Page'];
