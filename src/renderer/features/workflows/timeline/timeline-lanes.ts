import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { type AgentWord, wordOf } from '../agents/agent-rows.ts'
import { keyOfAgent, phaseKey, placesOf } from '../phases/phase-rows.ts'
import { workTimeOf } from '../work-time.ts'

/** One agent on the timeline, in milliseconds of it. */
export type Bar = {
  readonly agentId: number
  readonly label: string
  readonly from: number
  /** Null while it is at work. */
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
}

/** Every phase in its lane; in a lane each agent takes the first row that is free when it starts. */
export function lanesOf(view: WorkflowView): readonly Lane[] {
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
  let firstRow = 0
  for (const place of placesOf(view)) {
    const key = phaseKey(place)
    const { bars, rows } = packed(byKey.get(key) ?? [], placeOf, firstRow)
    lanes.push({ ...place, key, firstRow, rows, bars })
    firstRow += rows
  }
  return lanes
}

function packed(agents: readonly WorkflowAgentView[], placeOf: (moment: number) => number, firstRow: number) {
  const ends: number[] = []
  const bars: Bar[] = []
  const ordered = agents.toSorted(
    (left, right) => (left.startedAt ?? 0) - (right.startedAt ?? 0) || left.agentId - right.agentId,
  )
  for (const agent of ordered) {
    const from = placeOf(agent.startedAt ?? 0)
    const to = agent.endedAt === null ? null : Math.max(from, placeOf(agent.endedAt))
    const free = ends.findIndex((end) => end <= from)
    const row = free < 0 ? ends.length : free
    ends[row] = to ?? Number.POSITIVE_INFINITY
    bars.push({
      agentId: agent.agentId,
      label: agent.label,
      from,
      to,
      word: wordOf(agent),
      row: firstRow + row,
    })
  }
  return { bars, rows: Math.max(1, ends.length) }
}
