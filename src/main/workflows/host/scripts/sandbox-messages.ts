import { z } from 'zod'
import { AppErrorData } from '#shared/error-data.ts'
import type { SandboxLimits } from './sandbox-limits.ts'

/** The worker data of a sandbox. */
export type SandboxBirth = { readonly module: object; readonly limits: SandboxLimits }

/** A program for the sandbox, with its values as JSON. */
export type SandboxProgram = {
  readonly frame: number
  readonly fileName: string
  readonly body: string
  readonly args: string
  readonly budget: number | null
}

/**
 * A batch of messages from the host. Every message has a number and is answered by a turn with the same
 * number.
 */
export type ToSandbox = { readonly seq: number } & (
  | { readonly t: 'run'; readonly program: SandboxProgram }
  | { readonly t: 'value' | 'error'; readonly id: number; readonly json: string; readonly spent: number }
  | { readonly t: 'child'; readonly id: number; readonly program: SandboxProgram; readonly spent: number }
  | { readonly t: 'check'; readonly schema: string; readonly value: string }
)

const Said = z.strictObject({
  kind: z.enum(['agent', 'workflow', 'phase', 'log', 'warn']),
  id: z.number().int(),
  frame: z.number().int(),
  text: z.string(),
})
export type Said = z.infer<typeof Said>

const Outcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), json: z.string() }),
  z.strictObject({ ok: z.literal(false), error: AppErrorData }),
])
export type SandboxOutcome = z.infer<typeof Outcome>

const Verdict = z.discriminatedUnion('fits', [
  z.strictObject({ fits: z.literal(true) }),
  z.strictObject({ fits: z.literal(false), problems: z.array(z.string()).readonly(), invalid: z.boolean() }),
])

const Message = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('beat') }),
  z.strictObject({
    t: z.literal('turn'),
    seq: z.number(),
    said: z.array(Said).readonly(),
    outcome: Outcome.nullable(),
    verdict: Verdict.nullable(),
  }),
])
export type Turn = Extract<z.infer<typeof Message>, { t: 'turn' }>

/** A batch of messages from the worker. A hostile script may have forged any of it. */
export const FromSandbox = z.array(Message).readonly()
export type FromSandbox = z.infer<typeof FromSandbox>
