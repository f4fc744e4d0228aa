import { z } from 'zod'
import type { AgentId, RunId, SessionId } from '../ids.ts'

/** Names a line of the process panel: a program by the one who started it, or a process of the app by its number. */
export const ProcessId = z.string().regex(/^(prog|pid)_[0-9]{1,20}$/)
export type ProcessId = z.infer<typeof ProcessId>

/** For whom a program runs. */
export type ProgramOwner = {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly agentId: AgentId
}

/** The same with the name of the chat, or of the agent. */
export type ProcessOwner = ProgramOwner & { readonly title: string }

/** One line of the process panel: a program with everything it has started, or a process of the app itself. */
export type ProcessLine = {
  readonly id: ProcessId
  readonly kind: 'command' | 'tools' | 'search' | 'window' | 'service' | 'app' | 'other'
  readonly owner: ProcessOwner | null
  readonly command: string
  readonly pid: number
  /** How many processes it is made of. */
  readonly count: number
  /** A share of one processor since the last look; null at the first. */
  readonly cpu: number | null
  /** Memory that is in use, in bytes. */
  readonly memory: number
  readonly startedAt: number | null
  /** Programs of agents can be ended on their own; the app ends with its windows. */
  readonly canStop: boolean
}
