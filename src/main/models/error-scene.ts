import type { ModelInfo } from '#shared/model/model.ts'

/** What an error message may name, and what must not stand in it. */
export type ErrorScene = {
  /** Host and port, as the person typed them. */
  readonly host: string
  readonly model: string
  readonly hasKey: boolean
  readonly now: number
  /** What the person set of how the model answers, and a server may not know. `effort` is in the words of the wire. */
  readonly settings?: Pick<ModelInfo, 'topP'> & { readonly effort?: string }
  /** Takes secrets out of words that came from outside. */
  readonly hide: (text: string) => string
  /** Hears of an error that fits nothing known. Its words are for the log, not for a window. */
  readonly onUnknown: (error: unknown) => void
}
