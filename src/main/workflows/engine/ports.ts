import type { AppErrorData } from '#shared/errors.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { AgentEffort } from '#shared/workflow/agent-defaults.ts'
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
  /** Cost of the input and of each output token, in millionths of a dollar; 0 for unknown prices. */
  readonly asking: number
  readonly perToken: number
}

/** The task of one agent. */
export type AgentTask = {
  readonly agentId: number
  /** Number of this try, from 1. */
  readonly attempt: number
  readonly label: string
  readonly prompt: string
  readonly model: string | null
  /** The effort of its model, as the script sets it; null where it does not. */
  readonly effort: AgentEffort | null
  readonly agentType: string | null
  readonly isolation: 'worktree' | null
  readonly tools: readonly string[] | null
  readonly context: 'fresh' | 'bridge'
  /** JSON Schema of the answer, or null for plain text. */
  readonly schema: Readonly<Record<string, unknown>> | null
  /** Returns the output tokens allowed for the next request; null without a budget. */
  readonly answerRoom: ((request: AskedRoom) => number) | null
  /** Set when the previous answer was invalid: continue in the same session with the problems. */
  readonly correction: { readonly ref: AgentRef | null; readonly problems: readonly string[] } | null
}

/** Usage of an agent since its start. */
export type AgentUse = { readonly cost: AgentCost; readonly tools: number }

/** Callbacks of a running agent. */
export type AgentWatch = {
  /** Anything happened: the agent is not stuck. */
  readonly alive: () => void
  /** Reports the usage of this try so far. */
  readonly used: (use: AgentUse) => void
  /** Reports whether the agent waits for a person. Its time limits pause meanwhile. */
  readonly waitsForPerson: (waits: boolean) => void
}

/** The end of an agent. Without a schema the value of `ok` is a text. */
export type AgentEnd =
  | {
      readonly kind: 'ok'
      readonly value: unknown
      readonly cost: AgentCost
      readonly hadWriteTools: boolean
    }
  | { readonly kind: 'failed'; readonly error: AppErrorData; readonly cost: AgentCost }

/** A running agent. `end` settles soon after the signal aborts, once all its processes have exited. */
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

/** A script's reference to another script. */
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
  /** The run's name in the process list; missing: the file name. */
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

/** The result of a call. `spent` is the new value of `budget.spent()`. */
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

/** The result of a schema check. `invalid` means the schema itself is wrong. */
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

/** Services shared by all runs of an engine. */
export type EnginePorts = {
  readonly clock: Clock
  readonly hash: Hash
  readonly scripts: ScriptHost
  readonly logger: Logger
}
