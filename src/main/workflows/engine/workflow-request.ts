import type { MemoEntry, PromptEdit, RunCost } from '#shared/workflow/memo.ts'
import type { AgentPatience } from './agent-record.ts'
import type { AgentRunner, Journal, Library, Progress } from './ports.ts'

export type ScriptSource = { readonly source: string; readonly fileName: string }

/** Everything one attempt at a run needs. A resume and a fork are requests with a memo. */
export type WorkflowRequest = AttemptRequest & { readonly script: ScriptSource; readonly args: unknown }

/** The input of an attempt beside its script and arguments. */
export type AttemptRequest = {
  /** The run's display name; missing: the file name. */
  readonly name?: string
  /** 1 for a new run or a fork, one more for each resume. */
  readonly attempt: number
  /** Maximum parallel agents; null for the default. */
  readonly concurrency: number | null
  /** The ceiling of output tokens over all attempts, or null for none. */
  readonly budget: number | null
  /** The ceiling in US dollars over all attempts; absent for none. What has no price counts nothing. */
  readonly budgetUsd?: number | null
  /** Cost of earlier attempts, whatever their outcome; missing: none. */
  readonly before?: RunCost
  /** Output tokens from which the person is warned. The run continues. */
  readonly warnAt?: number | null
  /** Defaults for agent calls without their own values; missing: the built-in ones. */
  readonly agentDefaults?: AgentPatience
  readonly memo: readonly MemoEntry[]
  /**
   * After the first call that the parent of a fork did not answer, use what it took over of agents that could change
   * things all the same: a person's choice.
   */
  readonly reuseEdits: boolean
  /** The prompts a person changed. */
  readonly edits: readonly PromptEdit[]
  readonly agents: AgentRunner
  readonly journal: Journal
  readonly progress: Progress
  readonly library: Library
}
