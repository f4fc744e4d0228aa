import { z } from 'zod'
import type { AgentId, RunId, SessionId } from '../ids.ts'

/** Names a line of the process panel: a program or a thread by the one who started it, or a process of the app by its number. */
export const ProcessId = z.string().regex(/^(prog|pid|thread)_[0-9]{1,20}$/)
export type ProcessId = z.infer<typeof ProcessId>

/** For whom a program runs. */
export type ProgramOwner = {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly agentId: AgentId
}

/** The same with the name of the chat, or of the agent. */
export type ProcessOwner = ProgramOwner & { readonly title: string }

/** The job of a thread of the main process, such as a workflow script or the search index. */
export type ThreadKind = 'script' | 'index' | 'reader' | 'wal' | 'home'

/** The role of a process of the app itself. */
export type OwnKind =
  | 'app'
  | 'window'
  | 'graphics'
  | 'network'
  | 'keychain'
  | 'terminals'
  | 'starter'
  | 'keeper'
  | 'service'
  | 'search'
  | 'other'

/** One line of the process panel: a program with everything it has started, or a process of the app itself. */
export type ProcessLine = {
  readonly id: ProcessId
  readonly kind: 'command' | 'job' | 'tools' | 'terminal' | OwnKind | ThreadKind
  readonly owner: ProcessOwner | null
  /** The command line. For a thread the current job; empty for shared work. */
  readonly command: string
  /** Null for a thread of the main process. */
  readonly pid: number | null
  /** Number of processes in the group. */
  readonly count: number
  /** CPU share of one core since the last sample; null at the first. For a thread its busy share. */
  readonly cpu: number | null
  /** Memory that is in use, in bytes; null for a thread, whose memory is that of its process. */
  readonly memory: number | null
  readonly startedAt: number | null
  /** Programs of agents can be ended on their own; the app ends with its windows. */
  readonly canStop: boolean
}
