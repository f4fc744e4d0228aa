import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { TeamView } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AgentPagesStore } from '../../../store/agents/agent-pages-store.ts'
import type { ChatAgentsStore } from '../../../store/agents/chat-agents-store.ts'
import type { TeamsStore } from '../../../store/agents/teams-store.ts'
import type { AppStore } from '../../../store/app-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { SlotFill } from '../../../ui/base/Slot.tsx'
import { progressOf } from './team-progress.ts'

type TeamStatusProps = {
  readonly app: AppStore
  readonly pages: AgentPagesStore
  readonly teams: TeamsStore
  /** The agents of the chat that is open. */
  readonly agents: ChatAgentsStore
}

const NOBODY: readonly AgentRun[] = []

/** Shows the team of the open chat in the status bar, with a link to its board. */
export function TeamStatus({ app, pages, teams, agents }: TeamStatusProps) {
  const chatId = useStore(agents.store, (state) => state.chatId)
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const view = useStore(teams.store, ({ teams: all }) => all?.find(({ team }) => team.chatId === chatId))
  // A chat without agents leads no team, so nothing is loaded.
  const mayLead = runs.length > 0
  useEffect(() => {
    if (!mayLead) return
    app.attempt(teams.load())
    return teams.watch()
  }, [app, teams, mayLead])
  if (!mayLead || view === undefined) return null
  const open = () => {
    pages.go({ kind: 'team', id: view.team.id }, view.team.projectId)
    app.show('agents')
  }
  return (
    <SlotFill name="status">
      <Stand view={view} runs={runs} onOpen={open} />
    </SlotFill>
  )
}

type StandProps = {
  readonly view: TeamView
  readonly runs: readonly AgentRun[]
  readonly onOpen: () => void
}

function Stand({ view, runs, onOpen }: StandProps) {
  const t = useText()
  const { busy, done, all } = progressOf(view, runs)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-5 min-w-0 items-center gap-1.5 whitespace-nowrap rounded-xs px-2 hover:bg-hover hover:text-fg"
    >
      <Icon name="users" size="xs" className="text-fg-3" />
      <span className="max-w-48 truncate">{t('teams.named', { name: view.team.name })}</span>
      <b className="font-medium text-fg">
        {all === 0 ? t('teams.noCards') : t('teams.cards', { done, all })}
      </b>
      <span className="text-fg-3 max-wide:hidden">{t('teams.atWork', { count: busy })}</span>
    </button>
  )
}
