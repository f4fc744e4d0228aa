/** Hard limits of a run. */
export const WORKFLOW_LIMITS = {
  defaultConcurrency: 3,
  maxConcurrency: 16,
  maxAgents: 1_000,
  maxItems: 4_096,
  maxNesting: 1,
  maxScriptChars: 512 * 1_024,
  maxPromptChars: 1_000_000,
  /** Prompt length shown in a list of agents. */
  shownPromptChars: 2_000,
  maxValueChars: 8 * 1_024 * 1_024,
  maxLogs: 10_000,
  maxLogChars: 4_000,
  maxPhases: 1_000,
  maxRetries: 5,
  schemaTries: 3,
  agentTimeoutMs: 30 * 60_000,
  agentIdleMs: 5 * 60_000,
} as const

/** Returns the requested concurrency, clamped to the allowed range. */
export const withinConcurrency = (wanted: number): number =>
  Math.min(WORKFLOW_LIMITS.maxConcurrency, Math.max(1, Math.floor(wanted) || 1))
