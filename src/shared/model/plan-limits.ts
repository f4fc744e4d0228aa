/** How much of a window of a plan is used. */
export type PlanWindow = {
  /** 0 to 100. */
  readonly usedPercent: number
  /** When the window begins anew, in seconds since 1970; null where the server did not say. */
  readonly resetsAt: number | null
}

/** The windows of a plan, as the newest answer of its server told. Null: not told, or begun anew since. */
export type PlanLimits = { readonly fiveHour: PlanWindow | null; readonly sevenDay: PlanWindow | null }
