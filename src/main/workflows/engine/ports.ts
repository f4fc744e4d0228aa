import type { AppErrorData } from '#shared/errors.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { AgentCost, MemoEntry } from '#shared/workflow/memo.ts'
import type { AgentRef } from '#shared/workflow/workflow.ts'
import type { WorkflowEvent, WorkflowEventOf } from '#shared/workflow/workflow-events.ts'

/** Time as an argument. `elapsed` never goes backwards and does not jump when the computer sleeps. */
export type Clock = {
  readonly elapsed: () => number
  readonly now: () => number
  readonly after: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls `act` once after `ms`, unless the returned function is called first. */
  readonly schedule: (ms: number, act: () => void) => () => void
}

/** SHA-256 of a text, in hexadecimal digits. */
export type Hash = (text: string) => string

export type Logger = {
  readonly warn: (message: string, data?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, error?: unknown, data?: Readonly<Record<string, unknown>>) => void
}

/** A request that is about to be made: how long its answer may be at most, and what it will cost. */
export type AskedRoom = {
  readonly wanted: number
  /** What asking costs, and each output token, in millionths of a dollar; 0 where no price is known. */
  readonly asking: number
  readonly perToken: number
}

/** What one agent is asked to do. */
export type AgentTask = {
  readonly agentId: number
  /** Which try this is, from 1. */
  readonly attempt: number
  readonly label: string
  readonly prompt: string
  readonly model: string | null
  readonly agentType: string | null
  readonly isolation: 'worktree' | null
  readonly tools: readonly string[] | null
  readonly context: 'fresh' | 'bridge'
  /** JSON Schema of the answer, or null for plain text. */
  readonly schema: Readonly<Record<string, unknown>> | null
  /** How many output tokens its next request may have; null when the run has no ceiling. */
  readonly answerRoom: ((request: AskedRoom) => number) | null
  /** The agent answered before, and the answer did not fit: go on in the same place and say why. */
  readonly correction: { readonly ref: AgentRef | null; readonly problems: readonly string[] } | null
}

/** What an agent has used since it was started. */
export type AgentUse = { readonly cost: AgentCost; readonly tools: number }

/** How an agent at work is heard of. */
export type AgentWatch = {
  /** Anything happened: the agent is not stuck. */
  readonly alive: () => void
  /** What this start has used so far. */
  readonly used: (use: AgentUse) => void
  /** It waits for a person, or no longer. Its time limits stand still meanwhile. */
  readonly waitsForPerson: (waits: boolean) => void
}

/** How an agent ended. Without a schema the value of `ok` is a text. */
export type AgentEnd =
  | {
      readonly kind: 'ok'
      readonly value: unknown
      readonly cost: AgentCost
      readonly hadWriteTools: boolean
    }
  | { readonly kind: 'failed'; readonly error: AppErrorData; readonly cost: AgentCost }

/** An agent at work. `end` settles soon after the signal aborts, once all its processes are gone. */
export type StartedAgent = {
  readonly ref: AgentRef | null
  /** The model that answers, where it is known. */
  readonly model: string | null
  readonly end: Promise<AgentEnd>
}

/**
 * Runs agents. `start` resolves as soon as there is a place for the transcript, and rejects only on failure; with
 * `script.invalid` when the script asked for what it cannot have, which ends the call with that error.
 */
export type AgentRunner = {
  readonly start: (task: AgentTask, watch: AgentWatch, signal: AbortSignal) => Promise<StartedAgent>
}

/**
 * Keeps results. `commit` resolves when both the row and the event are stored, in one step: only then does the
 * script see the result. A row with the same key and number is replaced.
 */
export type Journal = {
  readonly commit: (entry: MemoEntry, event: WorkflowEventOf<'workflow.agent'>) => Promise<void>
}

/** Hears of everything else that happens, in order. It must not throw. */
export type Progress = { readonly report: (event: WorkflowEvent) => void }

/** How a script names another one. */
export type ScriptName = { readonly name: string } | { readonly scriptPath: string }

/** Finds the script of a nested workflow, or throws an `AppError`. */
export type Library = {
  readonly find: (
    name: ScriptName,
    signal: AbortSignal,
  ) => Promise<{ readonly source: string; readonly fileName: string }>
}

/** A parsed script on its way into the sandbox. `frame` is 0 for the run itself and counts nested ones. */
export type ScriptProgram = {
  readonly frame: number
  readonly fileName: string
  /** What the run is called where somebody looks at what the machine is busy with; its file when missing. */
  readonly run?: string
  readonly body: string
  readonly args: unknown
}

/** Something a script waits for. */
export type ScriptCall = {
  readonly frame: number
  readonly hook: 'agent' | 'workflow'
  readonly payload: unknown
}

/** Something a script says in passing. `warn` is said for it when an error became `null`. */
export type ScriptNote = {
  readonly frame: number
  readonly hook: 'phase' | 'log' | 'warn'
  readonly text: string
  /** The text in parts, where a window may have words of its own for it. */
  readonly said?: readonly Sentence[]
}

/** What a call comes to. `spent` is what `budget.spent()` says from then on. */
export type ScriptAnswer = { readonly spent: number } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'child'; readonly program: ScriptProgram }
  | { readonly kind: 'error'; readonly error: AppErrorData }
)

export type ScriptListener = {
  readonly call: (call: ScriptCall) => Promise<ScriptAnswer>
  readonly note: (note: ScriptNote) => void
}

export type ScriptOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: AppErrorData }

/** How a value and a JSON Schema go together. `invalid` says that the schema itself is wrong. */
export type SchemaVerdict =
  | { readonly fits: true }
  | { readonly fits: false; readonly problems: readonly string[]; readonly invalid: boolean }

/** One closed room for one run's scripts. Every failure inside is an outcome, never a rejection. */
export type Sandbox = {
  readonly run: (
    program: ScriptProgram,
    budget: number | null,
    listener: ScriptListener,
  ) => Promise<ScriptOutcome>
  readonly check: (schema: unknown, value: unknown) => Promise<SchemaVerdict>
  readonly close: () => Promise<void>
}

export type ScriptHost = { readonly open: (signal: AbortSignal) => Promise<Sandbox> }

/** What every run of an engine shares. */
export type EnginePorts = {
  readonly clock: Clock
  readonly hash: Hash
  readonly scripts: ScriptHost
  readonly logger: Logger
}
