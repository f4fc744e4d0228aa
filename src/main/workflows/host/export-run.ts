import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'

type Exported = {
  readonly run: WorkflowRunDetail
  readonly view: WorkflowView | null
  readonly memo: readonly MemoEntry[]
}

/** Writes a run into its project's folder, each file whole or not at all. Answers with the run's folder. */
export async function exportRun(folder: string, { run, view, memo }: Exported): Promise<string> {
  const target = join(folder, run.id)
  const state = { schemaVersion: 1, run: { ...run, view } }
  const journal = memo.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  await mkdir(target, { recursive: true })
  // The journal first: a folder without a state is not taken for a run.
  await writeFileAtomic(join(target, 'journal.jsonl'), journal)
  await writeFileAtomic(join(target, 'state.json'), `${JSON.stringify(state, null, 2)}\n`)
  return target
}
