import { useState } from 'react'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../../api.ts'
import { useRuns, useWorkflows } from '../../workflows-context.ts'
import type { Launch } from '../use-launch.ts'

export type SavingPlace = 'project' | 'user'

/** The save location of a script, and its obstacles. */
export type ScriptSaving = {
  readonly place: SavingPlace
  readonly setPlace: (place: SavingPlace) => void
  /** The name of the script that is replaced; null when it is a new one. */
  readonly replaces: string | null
  readonly usable: boolean
  readonly refused: string | null
  readonly save: () => void
}

/** Saves a script that can be started. What is said against it goes when it is written on. */
export function useScriptSaving(
  { name, script, checked }: Pick<Launch, 'name' | 'script' | 'checked'>,
  list: readonly SavedWorkflow[],
  onSaved: (saved: { readonly source: SavingPlace; readonly name: string }) => void,
): ScriptSaving {
  const { api } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  const [place, setPlace] = useState<SavingPlace>('project')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ readonly of: string; readonly words: string } | null>(null)
  const before = list.find((each) => each.source === place && each.name === name) ?? null
  const usable = !busy && name !== null && projectId !== null && checked.check?.problems.length === 0
  const save = () => {
    if (!usable) return
    setBusy(true)
    setSaid(null)
    api
      .command('workflow.save', { projectId, source: place, script, before: before?.script ?? null })
      .then(
        (savedName) => onSaved({ source: place, name: savedName }),
        (error: unknown) => setSaid({ of: script + place, words: problemOf(error).message }),
      )
      .finally(() => setBusy(false))
      .catch((error: unknown) => api.command('app.reportProblem', { message: String(error), stack: '' }))
  }
  const refused = said?.of === script + place ? said.words : null
  return { place, setPlace, replaces: before?.name ?? null, usable, refused, save }
}
