import type { ServerStart } from './messages.ts'

/** The start of a server, and the clean-up after its end. */
export type PreparedStart = { readonly start: ServerStart; readonly leave: () => Promise<void> }
