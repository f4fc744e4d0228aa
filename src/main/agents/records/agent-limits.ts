/** Limits of subagents. */
export const AGENT_LIMITS = {
  /** A chat's agents may start agents, and those again; no deeper. */
  maxDepth: 3,
  /** The longest one may work; waiting for a place or for the person does not count. */
  hardMs: 60 * 60_000,
  /** Characters of the last message sent to the parent. The full text is stored separately. */
  resultChars: 30_000,
} as const
