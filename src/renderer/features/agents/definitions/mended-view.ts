import type { AgentsView } from '../../../store/agents/agent-pages-store.ts'
import type { Definitions } from './use-definitions.ts'

/** A page about what was wrong with the file of an agent becomes the agent's once nothing is wrong any more. */
export function mendedView(view: AgentsView, known: Definitions | null): AgentsView {
  if (view.kind !== 'problem' || !view.ofAgent || known === null) return view
  const { id, file } = view.problem
  const isStillWrong = known.agents.problems.some((each) => each.file === file)
  const agent = isStillWrong ? undefined : known.agents.agents.find((each) => each.id === id)
  return agent === undefined ? view : { kind: 'definition', id: agent.id }
}
