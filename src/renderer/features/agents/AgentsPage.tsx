import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { RequestId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { type AgentFile, type AgentsView, viewIn } from '../../store/agents/agent-pages-store.ts'
import { useMatches } from '../../ui/hooks/use-matches.ts'
import { DetailPanes } from '../../ui/panes/DetailPanes.tsx'
import { useAgents, useApp } from './agents-context.ts'
import { DefinitionPage } from './definitions/DefinitionPage.tsx'
import { LostDraftPage } from './definitions/LostDraftPage.tsx'
import { type LostDraft, lostView } from './definitions/lost-drafts.ts'
import { mendedView } from './definitions/mended-view.ts'
import { NewAgentPage } from './definitions/NewAgentPage.tsx'
import { neighbourOf } from './definitions/neighbour.ts'
import { ProblemPage } from './definitions/ProblemPage.tsx'
import { SkillPage } from './definitions/SkillPage.tsx'
import { type Definitions, useDefinitions } from './definitions/use-definitions.ts'
import { useLostDrafts } from './definitions/use-lost-drafts.ts'
import { GrantsPage } from './grants/GrantsPage.tsx'
import { InboxPane } from './inbox/InboxPane.tsx'
import { AgentsNav } from './nav/AgentsNav.tsx'
import { ProcessesPage } from './processes/ProcessesPage.tsx'
import { StartPage } from './start/StartPage.tsx'
import { TeamPage } from './teams/TeamPage.tsx'
import { TeamsPage } from './teams/TeamsPage.tsx'

/** Shows the navigation on the left, one page in the middle and the inbox on the right. */
export function AgentsPage() {
  const t = useText()
  const { inbox } = useAgents()
  const waiting = useStore(inbox.store, (state) => (state.items?.length ?? 0) > 0)
  const roomy = useMatches('(min-width: 960px)')
  const wide = useMatches('(min-width: 1180px)')
  /** Null until the person has opened or closed the inbox in a narrow window. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const definitions = useDefinitions()
  const { view: at, go: setView, goOn } = useView()
  const known = definitions.data?.agents ?? null
  const lost = useLostDrafts(known)
  const view = lostView(mendedView(at, definitions.data), lost, known)
  const root = useRef<HTMLDivElement>(null)
  const toInbox = () => {
    // In a narrow window the inbox is only drawn once it was asked for.
    flushSync(() => setAsked(true))
    root.current?.querySelector<HTMLElement>('[data-ask][tabindex="0"], [data-inbox-end]')?.focus()
  }
  /** Shows something else, with the focus on the line that leads there: what had it is gone. */
  const moveTo = (next: AgentsView) => {
    flushSync(() => setView(next))
    const find = (what: string) => root.current?.querySelector<HTMLElement>(what)
    // A line of what was made only now comes with the next frame.
    requestAnimationFrame(() => (find('[data-nav][aria-current]') ?? find('[data-new-agent]'))?.focus())
  }
  const afterGone = (gone: string | null) => {
    const id = neighbourOf(gone, definitions.data?.agents.agents ?? [])
    moveTo(id === null ? START : { kind: 'definition', id })
  }
  const toAsk = (requestId: RequestId) => {
    flushSync(() => setAsked(true))
    const ask = root.current?.querySelector<HTMLElement>(`[data-ask="${requestId}"]`)
    ask?.focus()
    ask?.click()
  }
  return (
    <div ref={root} className="grid min-h-0 min-w-0">
      <DetailPanes
        name="agents"
        panes={[
          {
            id: 'nav',
            label: t('agents.nav'),
            size: { min: 180, usual: wide ? 304 : 200, max: 420 },
            content: <AgentsNav definitions={definitions} view={view} onView={setView} onInbox={toInbox} />,
          },
          {
            id: 'view',
            label: t('agents.view'),
            min: 360,
            content: (
              <Middle
                view={view}
                onView={setView}
                onGoOn={goOn}
                skills={definitions.data?.skills ?? null}
                lost={lost}
                isInboxOpen={asked ?? (waiting && roomy)}
                onInbox={toInbox}
                onAnswer={toAsk}
                onMove={moveTo}
                onGone={afterGone}
              />
            ),
          },
        ]}
        detail={{
          label: t('agents.inbox'),
          open: asked ?? (waiting && roomy),
          onClose: () => setAsked(false),
          headed: true,
          content: <InboxPane onClose={wide ? null : () => setAsked(false)} />,
        }}
      />
    </div>
  )
}

const START: AgentsView = { kind: 'start' }

/** The page the person is at, and the way to another. It is the same when they come back from elsewhere. */
function useView() {
  const { pages, teams } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const chosen = useStore(pages.store, (state) => viewIn(state, projectId))
  const team = useStore(teams.store, (state) => state.teams?.[0]?.team.id ?? null)
  const [landed, setLanded] = useState<AgentsView | null>(null)
  // The first team that is there is what one comes for, and stays in view when it is dissolved.
  if (chosen === null && landed === null && team !== null) setLanded({ kind: 'team', id: team })
  return {
    view: chosen ?? landed ?? START,
    go: (next: AgentsView) => pages.go(next, projectId),
    /** Navigates after a delayed action, unless the person has moved elsewhere. */
    goOn: (next: AgentsView) => pages.goFrom(chosen, next, projectId),
  }
}

type MiddleProps = {
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
  /** The same for what is done only a moment after the person asked for it. */
  readonly onGoOn: (view: AgentsView) => void
  readonly skills: Definitions['skills'] | null
  readonly lost: readonly LostDraft[]
  readonly isInboxOpen: boolean
  readonly onInbox: () => void
  readonly onAnswer: (requestId: RequestId) => void
  /** The same as `onView` for what closes itself. */
  readonly onMove: (view: AgentsView) => void
  /** The file of an agent was deleted. */
  readonly onGone: (id: string | null) => void
}

/** Shows the selected page. */
function Middle(props: MiddleProps) {
  const { view, onView, onGoOn, skills, onInbox, onAnswer, onMove, onGone } = props
  switch (view.kind) {
    case 'start':
      return <StartPage isInboxOpen={props.isInboxOpen} onInbox={onInbox} />
    case 'grants':
      return <GrantsPage />
    case 'processes':
      return <ProcessesPage />
    case 'teams':
      return <TeamsPage onTeam={(id) => onMove({ kind: 'team', id })} />
    case 'team':
      return (
        <TeamPage
          id={view.id}
          limiting={view.limiting ?? false}
          onLimited={() => onView({ kind: 'team', id: view.id })}
          onAll={() => onMove({ kind: 'teams' })}
          onAnswer={onAnswer}
        />
      )
    case 'definition':
      return (
        <DefinitionPage
          key={view.id}
          id={view.id}
          editing={view.editing ?? false}
          onEditing={(editing) => onGoOn({ kind: 'definition', id: view.id, editing })}
          onCopy={({ id, name }) => onView({ kind: 'new-agent', copyOf: { id, name } })}
          onGone={() => onGone(view.id)}
        />
      )
    case 'lost-draft':
      return <Lost {...props} id={view.id} source={view.source} />
    case 'new-agent':
      return (
        <NewAgentPage
          key={view.copyOf?.id}
          copyOf={view.copyOf}
          onMade={(id) => onGoOn({ kind: 'definition', id, editing: view.copyOf !== null })}
          onClose={() => onMove(view.copyOf === null ? START : { kind: 'definition', id: view.copyOf.id })}
        />
      )
    case 'skill':
      return <SkillPage name={view.name} list={skills} />
    case 'problem':
      return (
        <ProblemPage
          key={view.problem.file}
          problem={view.problem}
          ofAgent={view.ofAgent}
          onRepaired={(id) => onGoOn({ kind: 'definition', id })}
          onGone={() => onGone(view.problem.id)}
        />
      )
  }
}

type LostProps = Pick<MiddleProps, 'lost' | 'onGoOn' | 'onMove'> & Pick<AgentFile, 'id' | 'source'>

function Lost({ lost, id, source, onGoOn, onMove }: LostProps) {
  const found = lost.find(({ began }) => began.id === id && began.source === source)
  if (found === undefined) return null
  return (
    <LostDraftPage
      key={`${source} ${id}`}
      lost={found}
      onSaved={() => onGoOn({ kind: 'definition', id })}
      onLeave={() => onMove(START)}
    />
  )
}
