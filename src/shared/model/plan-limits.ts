/** The used share of a window of a plan. */
export type PlanWindow = {
  /** 0 to 100. */
  readonly usedPercent: number
  /** When the next window begins, in seconds since 1970; null where the server did not say. */
  readonly resetsAt: number | null
}

/** The windows of a plan, as the newest answer of its server says. Null: not told, or over. */
export type PlanLimits = { readonly fiveHour: PlanWindow | null; readonly sevenDay: PlanWindow | null }
