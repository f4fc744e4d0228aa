import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type AgentView, PLAIN_VIEW } from '../agents/AgentsPane.tsx'
import { shownAgents } from '../agents/agent-rows.ts'
import { agentsIn, type PhaseRow, phaseRowsOf } from '../phases/phase-rows.ts'
import { useApp } from '../workflows-context.ts'
import { clampPhase, clampRow, freshMonitor, type MonitorState, stepped } from './monitor-state.ts'

export type Monitor = {
  readonly phases: readonly PhaseRow[]
  readonly phase: PhaseRow
  readonly agents: readonly WorkflowAgentView[]
  /** The row of the list of agents that the keyboard is on, or -1. */
  readonly row: number
  readonly agent: WorkflowAgentView | null
  readonly look: AgentView
  /** Counts the keyboard's moves among the agents. */
  readonly moves: number
  /** The nested workflows whose lanes of the timeline are folded. */
  readonly folded: ReadonlySet<string>
  readonly fold: (group: string) => void
  readonly setLook: (look: AgentView) => void
  readonly choosePhase: (key: string) => void
  readonly chooseAgent: (agentId: number) => void
  /** Moves among the phases, or among the agents from any other pane. */
  readonly move: (column: string, step: number | 'first' | 'last') => void
  readonly moveAgent: (step: number | 'first' | 'last') => void
}

/** Returns the monitor's selection for one run, limited to existing items. */
export function useMonitor(view: WorkflowView): Monitor {
  const phases = useMemo(() => phaseRowsOf(view), [view])
  const [state, setState] = useState<MonitorState>(() => freshMonitor(phases.length))
  const [look, setLook] = useState(PLAIN_VIEW)
  const [moves, setMoves] = useState(0)
  const [folded, fold] = useReducer(toggled, NOTHING_FOLDED)
  const keys = phases.map((row) => row.key)
  const key = clampPhase(keys, state.phase)
  const t = useText()
  const agents = useMemo(
    () => shownAgents(agentsIn(view, key), look.query, look.order, (word) => t(`workflows.word.${word}`)),
    [view, key, look.query, look.order, t],
  )
  const ids = agents.map((agent) => agent.agentId)
  const row = clampRow(ids, state)
  // The detail follows what was chosen, also while a filter hides its row.
  const agent =
    state.agentId === null ? null : (view.agents.find((each) => each.agentId === state.agentId) ?? null)
  const choosePhase = useCallback(
    (phase: string) => setState((before) => ({ ...before, phase, agentRow: 0 })),
    [],
  )
  const chooseAgent = useCallback((agentId: number) => setState((before) => ({ ...before, agentId })), [])
  useLookedFor(view, chooseAgent)
  const movePhase = (step: number | 'first' | 'last') => {
    const to = keys[stepped(Math.max(0, keys.indexOf(key)), step, keys.length)]
    if (to !== undefined) choosePhase(to)
  }
  const moveAgent = (step: number | 'first' | 'last') => {
    const to = stepped(row, state.agentId === null && step === 1 ? 0 : step, ids.length)
    const agentId = ids[to]
    if (agentId === undefined) return
    setState((before) => ({ ...before, agentId, agentRow: to }))
    setMoves(moves + 1)
  }
  const phase = phases.find((each) => each.key === key) ?? NO_PHASE
  return {
    phases,
    phase,
    agents,
    row,
    agent,
    look,
    moves,
    folded,
    setLook,
    fold,
    choosePhase,
    chooseAgent,
    moveAgent,
    move: (column, step) => (column === 'phases' ? movePhase(step) : moveAgent(step)),
  }
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set()

function toggled(folded: ReadonlySet<string>, group: string): ReadonlySet<string> {
  const others = [...folded].filter((each) => each !== group)
  return new Set(folded.has(group) ? others : [...others, group])
}

/** Chooses the agent in whose conversation something was found, once it is there. After that the person chooses. */
function useLookedFor({ agents }: WorkflowView, choose: (agentId: number) => void): void {
  const wanted = useApp((state) => state.lookAt)
  const taken = useRef<typeof wanted>(null)
  useEffect(() => {
    if (wanted === null || taken.current === wanted) return
    const found = agents.find(
      ({ ref, tries }) =>
        ref?.sessionId === wanted.sessionId || tries.some((each) => each.ref.sessionId === wanted.sessionId),
    )
    if (found === undefined) return
    taken.current = wanted
    choose(found.agentId)
  }, [wanted, agents, choose])
}

const NO_PHASE: PhaseRow = {
  key: 'all',
  title: null,
  group: null,
  mark: 'pend',
  done: 0,
  total: 0,
  spent: { tokens: 0, output: 0, usd: null, partly: false },
}
