/** What the middle of the screen shows. */
export type AgentsView = { readonly kind: 'grants' | 'processes' }
