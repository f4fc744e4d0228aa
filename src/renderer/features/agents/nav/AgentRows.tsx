import type { AgentList, AgentListing } from '#shared/agent/definition.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AgentsView } from '../../../store/agents/agent-pages-store.ts'
import { agentAbout } from '../../../ui/names/agent-about.ts'
import { useLostDrafts } from '../definitions/use-lost-drafts.ts'
import { NavRow } from './NavRow.tsx'
import { useUnsaved } from './use-unsaved.ts'

type AgentRowsProps = {
  readonly agents: readonly AgentListing[]
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
}

/** Agents as lines of the list; one whose file was changed and not saved says so and opens where it is written. */
export function AgentRows({ agents, view, onView }: AgentRowsProps) {
  const t = useText()
  const unsaved = useUnsaved()
  return agents.map((agent) => {
    const isUnsaved = unsaved.has(agent)
    return (
      <NavRow
        key={agent.id}
        icon="agents"
        title={agent.name}
        about={agentAbout(agent, t)}
        end={isUnsaved ? <Unsaved /> : t(`agents.source.${agent.source}`)}
        current={view.kind === 'definition' && view.id === agent.id}
        onClick={() => onView({ kind: 'definition', id: agent.id, editing: isUnsaved })}
      />
    )
  })
}

type LostRowsProps = Pick<AgentRowsProps, 'view' | 'onView'> & { readonly known: AgentList }

/** Shows rows for unsaved edits of unlisted agents; empty when all are reachable. */
export function LostRows({ known, view, onView }: LostRowsProps) {
  const t = useText()
  return useLostDrafts(known).map(({ began: { id, name, source }, gone }) => (
    <NavRow
      key={`${source} ${id}`}
      icon="alert"
      title={name}
      about={gone ? t('agents.draft.lost') : t(`agents.source.${source}`)}
      end={<Unsaved />}
      current={view.kind === 'lost-draft' && view.id === id && view.source === source}
      onClick={() => onView({ kind: 'lost-draft', id, source })}
    />
  ))
}

/** Shows the unsaved mark instead of the file's source. */
export function Unsaved() {
  const t = useText()
  return <span className="text-warn-fg">{t('agents.draft.mark')}</span>
}
