import type { MemoEntry, PromptEdit, RunCost } from '#shared/workflow/memo.ts'
import type { AgentPatience } from './agent-record.ts'
import type { AgentRunner, Journal, Library, Progress } from './ports.ts'

export type ScriptSource = { readonly source: string; readonly fileName: string }

/** Everything one attempt at a run needs. A resume and a fork are requests with a memo. */
export type WorkflowRequest = AttemptRequest & { readonly script: ScriptSource; readonly args: unknown }

/** What an attempt needs beside its script and arguments. */
export type AttemptRequest = {
  /** What the run is called for people; its file when missing. */
  readonly name?: string
  /** 1 for a new run or a fork, one more for each resume. */
  readonly attempt: number
  /** How many agents may work at once; null for the usual number. */
  readonly concurrency: number | null
  /** The ceiling of output tokens over all attempts, or null for none. */
  readonly budget: number | null
  /** The ceiling in US dollars over all attempts; absent for none. What has no price counts nothing. */
  readonly budgetUsd?: number | null
  /** What earlier attempts used, whatever became of it; absent for nothing. */
  readonly before?: RunCost
  /** From how many output tokens on the person is to be warned. The run itself goes on. */
  readonly warnAt?: number | null
  /** What holds for agents whose call does not say otherwise; absent for the usual. */
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
