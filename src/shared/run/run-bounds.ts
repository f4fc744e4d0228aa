import { z } from 'zod'
import { PermissionRule } from '../permission/rule.ts'

const Instructions = z.string().min(1).max(100_000)

/** The limits of one run and the form of its answer, as a caller without a window names them. Missing: none. */
export const RunBounds = z.strictObject({
  /** The most requests before the run ends with closing words. */
  maxTurns: z.exactOptional(z.number().int().min(1).max(10_000)),
  /** US dollars for the run with all its subagents. */
  maxUsd: z.exactOptional(z.number().positive().max(1_000_000)),
  /** The JSON Schema that the answer must fit. */
  schema: z.exactOptional(z.record(z.string(), z.json())),
  /** Rules that allow calls of this run and of its subagents. Only the command line may set them. */
  allow: z.exactOptional(z.array(PermissionRule.extend({ action: z.literal('allow') })).max(100)),
  /** Words for the system prompt of this run, instead of those of its agent or below them. Only the command line may give them. */
  instructions: z.exactOptional(
    z.strictObject({ instead: z.exactOptional(Instructions), below: z.exactOptional(Instructions) }),
  ),
  /** The command or skill that brought these rules, such as `/review`. Missing: the command line did. */
  source: z.exactOptional(z.string().max(200)),
})
export type RunBounds = z.infer<typeof RunBounds>
