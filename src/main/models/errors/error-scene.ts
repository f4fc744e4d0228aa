import type { ModelInfo } from '#shared/model/model.ts'

/** The allowed facts and forbidden texts of an error message. */
export type ErrorScene = {
  /** Host and port, as the person typed them. */
  readonly host: string
  readonly model: string
  readonly hasKey: boolean
  /** The plan that pays; missing for a key. */
  readonly plan?: ModelInfo['plan'] | undefined
  readonly now: number
  /** The person's answer settings that a server may not support. `effort` is the value sent over the wire. */
  readonly settings?: Pick<ModelInfo, 'topP'> & { readonly effort?: string }
  /** Takes secrets out of words that came from outside. */
  readonly hide: (text: string) => string
  /** Hears of an error that fits nothing known. Its words are for the log, not for a window. */
  readonly onUnknown: (error: unknown) => void
}
