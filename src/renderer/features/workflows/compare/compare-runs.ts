import type { WorkflowRunId } from '#shared/ids.ts'
import { tokensOf } from '#shared/session/usage.ts'
import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { wordOf } from '../agents/agent-rows.ts'
import { agentTime } from '../run-figures.ts'

export const DIFFERENCES = ['state', 'prompt', 'model', 'result', 'time', 'cost'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** The runs that are held against each other, in the order of their columns. */
export type ComparedRuns = readonly [WorkflowRunId, WorkflowRunId]

/** One call of the script in both runs; null where a run did not make it. */
export type Pair = {
  readonly key: string
  readonly label: string
  readonly left: WorkflowAgentView | null
  readonly right: WorkflowAgentView | null
  readonly differs: readonly Difference[]
}

/**
 * Pairs the calls of two runs of one script by phase, label and ordinal. The content key is unsuitable,
 * because changed prompts are the point of the comparison.
 */
export function pairsOf(left: WorkflowView, right: WorkflowView): readonly Pair[] {
  const others = byName(right.agents)
  const pairs: Pair[] = []
  for (const [key, agent] of byName(left.agents)) {
    const other = others.get(key) ?? null
    others.delete(key)
    pairs.push(pairOf(key, agent, other))
  }
  for (const [key, agent] of others) pairs.push(pairOf(key, null, agent))
  return pairs
}

function byName(agents: readonly WorkflowAgentView[]): Map<string, WorkflowAgentView> {
  const seen = new Map<string, number>()
  const found = new Map<string, WorkflowAgentView>()
  for (const agent of agents) {
    const name = JSON.stringify([agent.group, agent.phase, agent.label])
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    found.set(`${name}#${nth}`, agent)
  }
  return found
}

function pairOf(key: string, left: WorkflowAgentView | null, right: WorkflowAgentView | null): Pair {
  const label = (left ?? right)?.label ?? ''
  const differs = left === null || right === null ? (['state'] as const) : differencesOf(left, right)
  return { key, label, left, right, differs }
}

/** A tenth more or less is what clocks and providers do by themselves. */
const NOISE = 0.1
/** Times are shown in whole seconds. */
const LEAST_MS = 1_000

function differencesOf(left: WorkflowAgentView, right: WorkflowAgentView): readonly Difference[] {
  const differs: Readonly<Record<Difference, boolean>> = {
    state: kindOf(left) !== kindOf(right),
    // The key covers the whole prompt; of a long one only the beginning is at hand.
    prompt: left.prompt !== right.prompt || (isLong(left) && left.key !== right.key),
    // The model of a memo result is unknown.
    model: left.model !== null && right.model !== null && left.model !== right.model,
    result: resultOf(left) !== resultOf(right),
    time: isFar(agentTime(left, 0), agentTime(right, 0), LEAST_MS),
    cost: isDearer(left, right),
  }
  return DIFFERENCES.filter((each) => differs[each])
}

const isLong = ({ prompt }: WorkflowAgentView) => prompt.length >= WORKFLOW_LIMITS.shownPromptChars

const resultOf = ({ result }: WorkflowAgentView): string =>
  JSON.stringify([result?.kind, result?.summary, result?.digest])

/** A result from the memo is the same result. */
function kindOf(agent: WorkflowAgentView): string {
  const word = wordOf(agent)
  return word === 'memo' ? (agent.result?.kind ?? 'text') : word
}

/** Compares by money when both prices are known and not both zero, otherwise by tokens. */
function isDearer(left: WorkflowAgentView, right: WorkflowAgentView): boolean {
  const [one, other] = [left.cost?.usd ?? null, right.cost?.usd ?? null]
  const isPriced = one !== null && other !== null && one + other > 0
  return isPriced ? isFar(one, other, 0) : isFar(tokens(left), tokens(right), 0)
}

const tokens = (agent: WorkflowAgentView) => (agent.cost === null ? null : tokensOf(agent.cost.usage))

function isFar(left: number | null, right: number | null, least: number): boolean {
  // Unmeasured values, which come from the memo, cannot differ.
  if (left === null || right === null) return false
  return Math.abs(left - right) > Math.max(least, NOISE * Math.max(left, right))
}
