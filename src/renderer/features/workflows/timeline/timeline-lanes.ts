import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { type AgentWord, wordOf } from '../agents/agent-rows.ts'
import { keyOfAgent, phaseKey, placesOf } from '../phases/phase-rows.ts'
import { workTimeOf } from '../work-time.ts'

/** One agent on the timeline, in milliseconds of it. */
export type Bar = {
  readonly agentId: number
  readonly label: string
  readonly from: number
  /** Null while it is running. */
  readonly to: number | null
  readonly word: AgentWord
  /** From the top of the chart, in rows of all lanes. */
  readonly row: number
}

export type Lane = {
  readonly key: string
  readonly title: string | null
  readonly group: string | null
  readonly firstRow: number
  readonly rows: number
  readonly bars: readonly Bar[]
  /** The fold state of a nested workflow's start; null for other rows. */
  readonly fold: 'open' | 'folded' | null
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set()

/**
 * Assigns phases to lanes; in a lane each agent takes the first free row at its start. A folded nested
 * workflow is one lane with one row, where bars may overlap.
 */
export function lanesOf(view: WorkflowView, folded = NOTHING_FOLDED): readonly Lane[] {
  const { placeOf } = workTimeOf(view)
  const byKey = new Map<string, WorkflowAgentView[]>()
  for (const agent of view.agents) {
    if (agent.startedAt === null) continue
    const key = keyOfAgent(agent)
    const list = byKey.get(key)
    if (list === undefined) byKey.set(key, [agent])
    else list.push(agent)
  }
  const lanes: Lane[] = []
  const begun = new Set<string>()
  const places = placesOf(view)
  let firstRow = 0
  for (const place of places) {
    const { group } = place
    const begins = group !== null && !begun.has(group)
    if (group !== null) begun.add(group)
    if (group !== null && folded.has(group)) {
      if (!begins) continue
      const inside = places
        .filter((each) => each.group === group)
        .flatMap((each) => byKey.get(phaseKey(each)) ?? [])
      const bars = ordered(inside).map((agent) => barOf(agent, placeOf, firstRow))
      lanes.push({ key: phaseKey(place), title: null, group, firstRow, rows: 1, bars, fold: 'folded' })
      firstRow += 1
      continue
    }
    const key = phaseKey(place)
    const { bars, rows } = packed(byKey.get(key) ?? [], placeOf, firstRow)
    lanes.push({ ...place, key, firstRow, rows, bars, fold: begins ? 'open' : null })
    firstRow += rows
  }
  return lanes
}

type PlaceOf = (moment: number) => number

function packed(agents: readonly WorkflowAgentView[], placeOf: PlaceOf, firstRow: number) {
  const ends: number[] = []
  const bars: Bar[] = []
  for (const agent of ordered(agents)) {
    const bar = barOf(agent, placeOf, firstRow)
    const free = ends.findIndex((end) => end <= bar.from)
    const row = free < 0 ? ends.length : free
    ends[row] = bar.to ?? Number.POSITIVE_INFINITY
    bars.push({ ...bar, row: firstRow + row })
  }
  return { bars, rows: Math.max(1, ends.length) }
}

const ordered = (agents: readonly WorkflowAgentView[]) =>
  agents.toSorted(
    (left, right) => (left.startedAt ?? 0) - (right.startedAt ?? 0) || left.agentId - right.agentId,
  )

function barOf(agent: WorkflowAgentView, placeOf: PlaceOf, row: number): Bar {
  const from = placeOf(agent.startedAt ?? 0)
  const to = agent.endedAt === null ? null : Math.max(from, placeOf(agent.endedAt))
  return { agentId: agent.agentId, label: agent.label, from, to, word: wordOf(agent), row }
}
