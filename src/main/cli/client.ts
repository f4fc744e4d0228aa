import type { WindowMessage } from '#shared/events/delivery.ts'
import type { CallName, CallRequest, CallResponse } from '#shared/ipc/contract.ts'

/** The way a command reaches the app: in its own process, or an open window over a socket. */
export type Client = {
  /** Whether an open window answers. */
  readonly isWindow: boolean
  /** Makes a call of the contract. `file` replaces the choice in a file dialog. Throws the app's `AppError`. */
  readonly call: <N extends CallName>(
    name: N,
    request: CallRequest<N>,
    file?: string,
  ) => Promise<CallResponse<N>>
  /** Hears the messages of the app. `gone` is called when the app ends without being asked: no more messages come, and calls reject. */
  readonly hear: (listener: (message: WindowMessage) => void, gone?: () => void) => () => void
  readonly close: () => Promise<void>
}
