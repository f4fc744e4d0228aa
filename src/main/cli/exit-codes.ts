/** The outcomes of a command and the exit code of each. docs/command-line.md publishes this table. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  limit: 4,
  interrupted: 130,
} as const

export type Outcome = keyof typeof EXIT_CODES
