import type { AppErrorData } from '#shared/errors.ts'
import { filled } from '#shared/filled.ts'
import { RUN_SENTENCES } from '#shared/messages/en/run-sentences.ts'

type Facts = Readonly<Record<string, string>>
/** Words as a sentence that every window and main can say in another language. */
export type SaidSentence = { readonly name: string; readonly facts: Facts }

/** A failure of a script as plain data. The sandbox's worker loads as little as it can, so that a run starts fast. */
export function scriptFailure(name: keyof typeof RUN_SENTENCES, facts: Facts = {}): AppErrorData {
  return failureIn(runWords(name, facts), [{ name, facts }])
}

/** The same in words that are made already. */
export function failureIn(message: string, said: readonly SaidSentence[]): AppErrorData {
  return { code: 'script.failed', message, recoverable: false, said }
}

/** A sentence about a run in the words of main. */
export const runWords = (name: keyof typeof RUN_SENTENCES, facts: Facts): string =>
  filled(RUN_SENTENCES[name], facts)
