/** What bounds agents that work for agents. */
export const AGENT_LIMITS = {
  /** A chat's agents may start agents, and those again; no deeper. */
  maxDepth: 3,
  /** The longest one may work; waiting for a place or for the person does not count. */
  hardMs: 60 * 60_000,
  /** How many characters of its last message go to the agent that started it. The rest is kept beside. */
  resultChars: 30_000,
} as const
