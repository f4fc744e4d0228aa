import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProjectId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

/** The subject of the launch page: a saved workflow, a script or a run to fork. */
export type LaunchSubject =
  | { readonly kind: 'saved'; readonly key: string | null }
  | { readonly kind: 'script'; readonly script: string }
  | { readonly kind: 'fork'; readonly run: WorkflowRunDetail; readonly script: string }

/** The current page: a run, a comparison or a launch. `turn` distinguishes launches. */
export type RunPlace =
  | { readonly at: 'run' | 'compare' }
  | { readonly at: 'launch'; readonly subject: LaunchSubject; readonly turn: number }

/** The bounds of a run as they are typed. */
export type TypedLimits = {
  readonly concurrency: number
  readonly budget: string
  readonly warn: string
  /** US dollars. */
  readonly budgetUsd: string
  readonly warnUsd: string
  /** Minutes. */
  readonly mayRun: string
  readonly maySilent: string
  readonly retries: number
  readonly ownWorktree: boolean
  /** Null: as new chats. */
  readonly approvals: PermissionMode | null
  /** The model of agents that name none; empty: that of the chat or the default. */
  readonly model: string
  /** Empty: as the chat does. */
  readonly effort: Effort | ''
}

/** The typed fields of a run that is not started; null for unchanged ones. */
export type TypedRun = {
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>
  readonly json: string | null
  readonly limits: TypedLimits | null
  readonly reuseEdits: boolean
}

/** Another prompt for one agent, as it is typed. */
export type TypedPrompt = { readonly text: string; readonly reuseEdits: boolean }

type RunFormsState = {
  readonly places: Readonly<Record<ProjectId, Placed>>
  readonly runs: Readonly<Record<string, TypedRun>>
  readonly prompts: Readonly<Record<string, TypedPrompt>>
}

/** `summons` counts the runs that had been put in view from outside when the person came here. */
type Placed = { readonly place: RunPlace; readonly summons: number }

export const NOTHING_TYPED: TypedRun = { values: {}, json: null, limits: null, reuseEdits: false }

export type RunFormsStore = ReturnType<typeof createRunFormsStore>

/**
 * Stores the form fields of unstarted runs and the current page per project. It outlives the screen and its
 * layout, so that closing a pane loses no input.
 */
export function createRunFormsStore() {
  const store = createStore<RunFormsState>(() => ({ places: {}, runs: {}, prompts: {} }))

  function go(projectId: ProjectId, place: RunPlace, summons: number): void {
    store.setState(({ places }) => ({ places: { ...places, [projectId]: { place, summons } } }))
  }

  /** Keeps what was typed for a run, beside what was typed before. */
  function type(key: string, change: Partial<TypedRun>): void {
    store.setState(({ runs }) => ({
      runs: { ...runs, [key]: { ...(runs[key] ?? NOTHING_TYPED), ...change } },
    }))
  }

  /** Takes what was typed for one run over to another, where nothing was typed yet. */
  function copy(from: string, to: string): void {
    const { runs } = store.getState()
    if (runs[from] !== undefined && runs[to] === undefined) type(to, runs[from])
  }

  function forget(key: string): void {
    store.setState(({ runs }) => ({ runs: without(runs, key) }))
  }

  function typePrompt(key: string, typed: TypedPrompt): void {
    store.setState(({ prompts }) => ({ prompts: { ...prompts, [key]: typed } }))
  }

  function forgetPrompt(key: string): void {
    store.setState(({ prompts }) => ({ prompts: without(prompts, key) }))
  }

  const view: Pick<StoreApi<RunFormsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return { store: view, go, type, copy, forget, typePrompt, forgetPrompt }
}

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== key))
}
