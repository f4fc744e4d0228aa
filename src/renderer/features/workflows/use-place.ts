import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { LaunchSubject, RunPlace } from '../../store/workflows/run-forms-store.ts'
import { useRuns, useWorkflows } from './workflows-context.ts'

/** Returns the current page among a project's runs. It is kept while another screen is open. */
export function usePlace(projectId: ProjectId) {
  const { forms } = useWorkflows()
  const kept = useStore(forms.store, ({ places }) => places[projectId])
  const summons = useRuns((state) => state.summons)
  // A run that was asked for from outside comes into view, whatever stood here.
  const place: RunPlace = kept !== undefined && kept.summons === summons ? kept.place : AT_RUN
  const setPlace = (next: RunPlace) => forms.go(projectId, next, summons)
  const launch = (subject: LaunchSubject) =>
    setPlace({ at: 'launch', subject, turn: place.at === 'launch' ? place.turn + 1 : 0 })
  /** The same launch, with what is written of its script. */
  const rewrite = (subject: LaunchSubject) => {
    if (place.at === 'launch') setPlace({ ...place, subject })
  }
  return { place, setPlace, launch, rewrite }
}

const AT_RUN: RunPlace = { at: 'run' }
