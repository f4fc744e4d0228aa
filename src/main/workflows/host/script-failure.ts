import type { AppErrorData } from '#shared/errors.ts'
import type { RUN_SENTENCES } from '#shared/run-sentences.ts'

/** Its words as a sentence that every window and main can say in another language. */
type Said = { readonly name: keyof typeof RUN_SENTENCES; readonly facts: Readonly<Record<string, string>> }

/** A failure of a script as plain data. The sandbox's worker loads as little as it can, so that a run starts fast. */
export const scriptFailure = (message: string, said?: Said): AppErrorData => ({
  code: 'script.failed',
  message,
  recoverable: false,
  ...(said === undefined ? {} : { said: [said] }),
})
