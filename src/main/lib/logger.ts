/** One line of the log: what happened, with data that has no secret in it. */
export type Logger = {
  readonly info: (message: string, data?: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, data?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, error?: unknown, data?: Readonly<Record<string, unknown>>) => void
}

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} }
