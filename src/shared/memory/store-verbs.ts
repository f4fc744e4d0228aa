/** Verbs of `/memory`, in display order. */
export const STORE_VERBS = ['list', 'create', 'store', 'fetch', 'entries', 'archive'] as const
export type StoreVerb = (typeof STORE_VERBS)[number]
