import type { WindowMessage } from '../events/delivery.ts'

/**
 * Main's answer to a call. `error` is `AppErrorData`; an exception across the bridge would lose all other
 * fields.
 */
export type CallAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown }

/** The one frozen object the preload puts on `window.orrery`. */
export type Bridge = {
  readonly call: (name: string, request: unknown) => Promise<CallAnswer>
  /** Subscribes; the returned function unsubscribes. */
  readonly onEvent: (listener: (message: WindowMessage) => void) => () => void
}
