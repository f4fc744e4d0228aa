import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RequestId, TeamId } from '#shared/ids.ts'
import { EVERYBODY } from '#shared/team/member-name.ts'
import type { TeamView } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { Board } from './board/Board.tsx'
import { MemberPanel } from './members/MemberPanel.tsx'
import { Roster } from './members/Roster.tsx'
import { type HeadForm, TeamHead } from './TeamHead.tsx'
import { TeamMessages } from './TeamMessages.tsx'
import { memberNamed, sceneOf, TeamSceneProvider } from './team-scene.ts'
import { useTeamRuns } from './use-team-runs.ts'

type TeamPageProps = {
  readonly id: TeamId
  /** The person was led here to raise its line. */
  readonly limiting: boolean
  /** They are done with that, or want something else. */
  readonly onLimited: () => void
  readonly onAll: () => void
  /** Leads to what a teammate asks. */
  readonly onAnswer: (requestId: RequestId) => void
}

/** Shows one team: members, board and messages. */
export function TeamPage({ id, limiting, onLimited, onAll, onAnswer }: TeamPageProps) {
  const t = useText()
  const { app, teams } = useAgents()
  const known = useStore(teams.store, (state) => state.teams)
  const problem = useStore(teams.store, (state) => state.problem)
  const isOn = useApp((state) => state.settings.teams)
  const past = useStore(teams.store, (state) => state.read[id] ?? null)
  const view = known?.find(({ team }) => team.id === id) ?? past
  const isUnknown = known !== null && view === null
  useEffect(() => {
    if (isUnknown) app.attempt(teams.look(id))
  }, [app, teams, isUnknown, id])
  const label = view === null ? t('teams.team') : t('teams.named', { name: view.team.name })
  return (
    <section aria-label={label} data-pane className="pane h-full overflow-y-auto bg-canvas">
      {problem === null ? null : (
        <div className="px-4 pt-3">
          <Failure message={problem.message} onRetry={() => app.attempt(teams.load())} />
        </div>
      )}
      {view === null && problem === null ? <Placeholder rows={6} rowHeight={56} /> : null}
      {view === null || view.team.endedAt === null ? null : <Dissolved onAll={onAll} />}
      {view === null || isOn || view.team.endedAt !== null ? null : <SwitchedOff />}
      {view === null ? null : (
        <TeamInView key={id} view={view} limiting={limiting} onLimited={onLimited} onAnswer={onAnswer} />
      )}
    </section>
  )
}

/** Shows that a deleted team is read-only. */
function Dissolved({ onAll }: { onAll: () => void }) {
  const t = useText()
  return (
    <div className="px-4 pt-3">
      <Banner
        look="plain"
        action={
          <Button size="small" onClick={onAll}>
            {t('teams.showAll')}
          </Button>
        }
      >
        <h3 className="font-medium">{t('teams.gone')}</h3>
        {t('teams.goneHint')}
      </Banner>
    </div>
  )
}

/** Shows that teams are switched off, with a link to the setting. */
function SwitchedOff() {
  const t = useText()
  const { app } = useAgents()
  return (
    <div className="px-4 pt-3">
      <Banner
        action={
          <Button size="small" onClick={() => app.attempt(app.changeSettings({ teams: true }))}>
            {t('teams.switchOn')}
          </Button>
        }
      >
        {t('teams.off')}
      </Banner>
    </div>
  )
}

/** Returns the element of a teammate in the roster. */
const seat = (name: string) => document.querySelector<HTMLElement>(`[data-member="${CSS.escape(name)}"]`)

type TeamInViewProps = { readonly view: TeamView } & Pick<
  TeamPageProps,
  'limiting' | 'onLimited' | 'onAnswer'
>

function TeamInView({ view, limiting, onLimited, onAnswer }: TeamInViewProps) {
  const [picked, setPicked] = useState<string | null>(null)
  const [asked, setAsked] = useState<HeadForm | null>(limiting ? 'limits' : null)
  const [to, setTo] = useState(EVERYBODY)
  const writing = useRef<HTMLTextAreaElement>(null)
  const scene = sceneOf(view, useTeamRuns(view))
  const member = picked === null ? null : memberNamed(view, picked)
  // There is room for one of them; what is opened takes the place of the other.
  const pick = (name: string | null) => {
    setPicked(name)
    if (name !== null) setAsked(null)
  }
  const ask = (form: HeadForm | null) => {
    setAsked(form)
    if (limiting && form !== 'limits') onLimited()
    if (form !== null) setPicked(null)
  }
  const write = (name: string) => {
    setTo(name)
    writing.current?.focus()
  }
  return (
    <TeamSceneProvider value={scene}>
      <div className="shrink-0 border-line border-b pb-3">
        <TeamHead open={asked} onOpen={ask} onMessageAll={() => write(EVERYBODY)} />
        <Roster picked={picked} onPick={pick} />
        {member === null || (member.state === 'left' && !scene.readOnly) ? null : (
          <MemberPanel
            key={member.name}
            member={member}
            onTell={() => write(member.name)}
            onAnswer={onAnswer}
            onClose={() => {
              setPicked(null)
              seat(member.name)?.focus()
            }}
          />
        )}
      </div>
      <Board />
      <TeamMessages to={to} onTo={setTo} writing={writing} />
    </TeamSceneProvider>
  )
}
