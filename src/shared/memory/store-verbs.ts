/** What `/memory` can do with the stores of a project, in the order in which it is offered. */
export const STORE_VERBS = ['list', 'create', 'store', 'fetch', 'entries', 'archive'] as const
export type StoreVerb = (typeof STORE_VERBS)[number]
