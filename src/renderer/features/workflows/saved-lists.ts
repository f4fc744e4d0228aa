import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'

const SOURCES = ['bundled', 'project', 'user'] as const

export type SavedList = {
  readonly source: (typeof SOURCES)[number]
  readonly workflows: readonly SavedWorkflow[]
}

/** Saved workflows by where they come from; places that hold none are left out. */
export function savedLists(saved: readonly SavedWorkflow[]): readonly SavedList[] {
  return SOURCES.map((source) => ({
    source,
    workflows: saved.filter((workflow) => workflow.source === source),
  })).filter((list) => list.workflows.length > 0)
}

/** Names a saved workflow: one of the same name may be in several places. */
export function savedKey({ source, name }: Pick<SavedWorkflow, 'source' | 'name'>): string {
  return `${source}/${name}`
}
