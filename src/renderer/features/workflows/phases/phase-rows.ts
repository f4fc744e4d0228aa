import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'
import { doneCount, isOver, type Spent, spentBy } from '../run-figures.ts'

/** One row of the list of phases. */
export type PhaseRow = {
  readonly key: string
  /** Null for "All" and for the agents that are in no phase: the window has its own words for those. */
  readonly title: string | null
  readonly group: string | null
  readonly mark: MarkState
  readonly done: number
  readonly total: number
  readonly spent: Spent
}

export const ALL_PHASES = 'all'

type Place = { readonly title: string | null; readonly group: string | null }

/** Returns the key of an agent's phase in the list and the timeline. */
export function phaseKey({ title, group }: Place): string {
  return JSON.stringify([group, title])
}

export function keyOfAgent(agent: WorkflowAgentView): string {
  return phaseKey({ title: agent.phase, group: agent.group })
}

export function agentsIn(view: WorkflowView, key: string): readonly WorkflowAgentView[] {
  return key === ALL_PHASES ? view.agents : view.agents.filter((agent) => keyOfAgent(agent) === key)
}

/** All, then the phases that were declared and those that opened, merged in the order they happen. */
export function phaseRowsOf(view: WorkflowView): readonly PhaseRow[] {
  const places = placesOf(view)
  const opened = new Set(view.phases.map(phaseKey))
  const agents = new Map<string, WorkflowAgentView[]>()
  for (const agent of view.agents) {
    const key = keyOfAgent(agent)
    const list = agents.get(key)
    if (list === undefined) agents.set(key, [agent])
    else list.push(agent)
  }
  const newest = view.phases.at(-1)
  const rows = places.map((place): PhaseRow => {
    const key = phaseKey(place)
    const inside = agents.get(key) ?? []
    const isNewest = newest !== undefined && phaseKey(newest) === key
    const mark = markOf(view, inside, opened.has(key) || inside.length > 0, isNewest)
    return { ...place, key, mark, ...figuresOf(inside) }
  })
  const all = figuresOf(view.agents)
  return [{ key: ALL_PHASES, title: null, group: null, mark: 'pend', ...all }, ...rows]
}

function figuresOf(agents: readonly WorkflowAgentView[]) {
  return { done: doneCount(agents), total: agents.length, spent: spentBy(agents) }
}

/** Returns the phases in declared order; an undeclared one follows the phase opened before it. */
export function placesOf(view: WorkflowView): readonly Place[] {
  const places: Place[] = view.declaredPhases.map(({ title }) => ({ title, group: null }))
  let after = -1
  const met = (place: Place) => {
    const key = phaseKey(place)
    const at = places.findIndex((each) => phaseKey(each) === key)
    if (at >= 0) {
      after = at
      return
    }
    after += 1
    places.splice(after, 0, place)
  }
  const known = new Set<string>()
  for (const { title, group } of view.phases) met({ title, group })
  for (const agent of view.agents) {
    const place = { title: agent.phase, group: agent.group }
    const key = phaseKey(place)
    if (known.has(key)) continue
    known.add(key)
    if (places.every((each) => phaseKey(each) !== key)) insertLoose(places, place)
  }
  return places
}

/**
 * Inserts an undeclared phase: agents without a phase first, those of a nested workflow next to its others,
 * the rest at the end.
 */
function insertLoose(places: Place[], place: Place): void {
  if (place.group === null && place.title === null) {
    places.unshift(place)
    return
  }
  const at = place.group === null ? -1 : places.findLastIndex((each) => each.group === place.group)
  places.splice(at < 0 ? places.length : at + 1, 0, place)
}

function markOf(
  view: WorkflowView,
  agents: readonly WorkflowAgentView[],
  opened: boolean,
  newest: boolean,
): MarkState {
  if (!opened) return 'pend'
  const over = agents.every(isOver)
  if (!over) return view.state === 'running' ? 'run' : 'stop'
  if (agents.some((agent) => agent.state === 'stopped')) return 'stop'
  if (agents.length > 0 && agents.every((agent) => agent.state === 'dead')) return 'fail'
  return newest && agents.length === 0 && view.state === 'running' ? 'run' : 'done'
}
