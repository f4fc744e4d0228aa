import type { AppErrorData } from '#shared/errors.ts'

/** A failure of a script as plain data. The sandbox's worker loads as little as it can, so that a run starts fast. */
export const scriptFailure = (message: string): AppErrorData => ({
  code: 'script.failed',
  message,
  recoverable: false,
})
