/** The spans of time that figures are asked for, in days. */
export const FIGURE_DAYS = [7, 30] as const

/** Statistics of one provider over recent days, from the turn ends in the log. */
export type ProviderFigures = {
  readonly provider: string
  /** Requests that were answered, failed or were stopped. */
  readonly requests: number
  /** Number of failed turns. */
  readonly failed: number
  /** The middle of what it took to the first piece of an answer, in milliseconds; null where it was never measured. */
  readonly firstMs: number | null
  /** The middle of the rates at which answers came; null where none came slowly enough to tell. */
  readonly tokensPerSecond: number | null
  /** Tokens as the provider counted them; `input` without what was read from its cache. */
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** US dollars at the prices that are set now; null where the price of one of its models is not known. */
  readonly cost: number | null
  /** Whether a plan of the person covers requests of it. */
  readonly hasPlan: boolean
}
