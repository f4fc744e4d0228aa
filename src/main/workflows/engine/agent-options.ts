import { z } from 'zod'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import { AgentEffort, AgentRetries, AgentWaitMs } from '#shared/workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { canonicalJson } from './canonical.ts'
import type { Hash } from './ports.ts'
import { badCall } from './script-fault.ts'

const Name = z.string().trim().min(1).max(200)

/** The options of `agent(prompt, options)`. */
export const AgentOptions = z.strictObject({
  label: z.exactOptional(Name),
  phase: z.exactOptional(Name),
  schema: z.exactOptional(z.record(z.string(), z.unknown())),
  model: z.exactOptional(Name),
  effort: z.exactOptional(AgentEffort),
  agentType: z.exactOptional(Name),
  isolation: z.exactOptional(z.enum(['worktree'])),
  tools: z.exactOptional(z.array(Name).max(200)),
  /** The name of `tools` in scripts of Claude Code. */
  allowedTools: z.exactOptional(z.array(Name).max(200)),
  context: z.exactOptional(z.enum(['fresh', 'bridge'])),
  timeoutMs: z.exactOptional(AgentWaitMs),
  idleTimeoutMs: z.exactOptional(AgentWaitMs),
  retries: z.exactOptional(AgentRetries),
})
export type AgentOptions = z.infer<typeof AgentOptions>

export type AgentCallInput = { readonly prompt: string; readonly options: AgentOptions }

const Payload = z.strictObject({ prompt: z.unknown().optional(), options: z.unknown().optional() })

/** Checks what a script handed to `agent`. */
export function readAgentCall(payload: unknown): AgentCallInput {
  const { prompt, options } = Payload.parse(payload)
  if (typeof prompt !== 'string') throw badCall(say('agent.noText'))
  if (prompt.trim() === '') throw badCall(say('agent.emptyPrompt'))
  if (prompt.length > WORKFLOW_LIMITS.maxPromptChars)
    throw badCall(
      say('agent.longPrompt', { count: `${prompt.length}`, most: `${WORKFLOW_LIMITS.maxPromptChars}` }),
    )
  const parsed = AgentOptions.safeParse(options ?? {})
  if (!parsed.success) throw badCall(optionProblem(parsed.error))
  return { prompt, options: parsed.data }
}

function optionProblem(error: z.ZodError): Sentence & { readonly name: SentenceName } {
  const [issue] = error.issues
  if (issue === undefined || issue.path.length === 0) {
    const names = Object.keys(AgentOptions.shape).join(', ')
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : null
    return unknown === null
      ? say('agent.noOptions', { names })
      : say('agent.unknownOption', { unknown, names })
  }
  return say('agent.wrongOption', { option: issue.path.join('.'), what: issue.message })
}

/**
 * Returns the key of a call. It covers prompt and options except display fields (`label`, `phase`), time
 * limits and retries.
 */
export function keyOf(hash: Hash, { prompt, options }: AgentCallInput): string {
  const { label, phase, timeoutMs, idleTimeoutMs, retries, ...asked } = options
  return hash(canonicalJson({ prompt, options: asked }))
}
