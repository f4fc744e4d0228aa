import { useRef } from 'react'
import { useStore } from 'zustand'
import type { Member } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { limitOwnerOf } from '../../../store/agents/limit-owner.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { PausedBanner } from '../../../ui/limits/PausedBanner.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { useAgents } from '../agents-context.ts'
import { TeamFigures } from './TeamFigures.tsx'
import { TeamLimitsForm } from './TeamLimitsForm.tsx'
import { TeamLines } from './TeamLines.tsx'
import { useTeamScene } from './team-scene.ts'

/** The form open below the team's name. */
export type HeadForm = 'closing' | 'limits'

type TeamHeadProps = {
  readonly open: HeadForm | null
  readonly onOpen: (open: HeadForm | null) => void
  readonly onMessageAll: () => void
}

/** Shows the team's name and cost, with the actions to message or close it. */
export function TeamHead({ open, onOpen, onMessageAll }: TeamHeadProps) {
  const t = useText()
  const { view, readOnly, moodOf } = useTeamScene()
  const { name, limits } = view.team
  const limiting = useRef<HTMLButtonElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  const keep = () => {
    onOpen(null)
    closing.current?.focus()
  }
  const toggle = (what: HeadForm) => onOpen(open === what ? null : what)
  const paused = view.members.filter((member) => moodOf(member) === 'paused')
  return (
    <header className="grid gap-2 px-4 pt-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Icon name="users" className="text-fg-2" />
        <h2 className="min-w-0 truncate font-semibold text-lg tracking-tight">{name}</h2>
        <Chip look="flat" size="small">
          {t('teams.team')}
        </Chip>
        <TeamFigures />
        <span className="grow" />
        {readOnly ? null : (
          <span className="flex shrink-0 flex-wrap gap-2">
            <Button
              ref={limiting}
              size="small"
              look="ghost"
              aria-expanded={open === 'limits'}
              onClick={() => toggle('limits')}
            >
              {t(limits === null ? 'teams.limits.set' : 'teams.limits.change')}
            </Button>
            <Button size="small" icon="mail" onClick={onMessageAll}>
              {t('teams.messageAll')}
            </Button>
            <Button
              ref={closing}
              size="small"
              look="danger"
              aria-expanded={open === 'closing'}
              onClick={() => toggle('closing')}
            >
              {t('teams.windDown')}
            </Button>
          </span>
        )}
      </div>
      {open === 'limits' ? <TeamLimitsForm opener={limiting} onDone={() => onOpen(null)} /> : <TeamLines />}
      {open === 'closing' ? <Closing onKeep={keep} /> : null}
      {paused.length === 0 ? null : (
        <Paused members={paused} onRaise={open === 'limits' ? null : () => toggle('limits')} />
      )}
    </header>
  )
}

type PausedProps = {
  readonly members: readonly Member[]
  /** Opens the lines of the team; null while they are open. */
  readonly onRaise: (() => void) | null
}

/** Shows the teammates paused at a limit and its owner, with a resume button. */
function Paused({ members, onRaise }: PausedProps) {
  const t = useText()
  const { api, app, agents, onLimits } = useAgents()
  const { view, runOf } = useTeamScene()
  const runs = useStore(agents.store, (state) => state.runs)
  const [run = null] = members.flatMap((member) => runOf(member) ?? [])
  const owner = run === null ? null : limitOwnerOf(run, runs ?? [run])
  const goOn = () => app.attempt(api.command('team.goOn', { teamId: view.team.id }))
  const raise = () => {
    if (run !== null && owner?.kind === 'chat') onLimits(run, owner.chatId)
    else if (run !== null && owner?.kind === 'agent') onLimits(run, owner.agent.sessionId)
    else if (owner?.kind === 'all' || owner?.kind === 'project') app.showLimits(owner.kind)
    else onRaise?.()
  }
  const whose =
    owner === null
      ? null
      : owner.kind === 'agent'
        ? t('children.limits.of.agent', { title: owner.agent.title })
        : owner.kind === 'all' || owner.kind === 'project'
          ? t(`usage.of.${owner.kind}`)
          : t(`children.limits.of.${owner.kind}`)
  return (
    <PausedBanner onRaise={onRaise === null ? null : raise} goOn={t('teams.goOn')} onGoOn={goOn}>
      {sentences(t, [t('teams.paused', { count: members.length }), whose])}
    </PausedBanner>
  )
}

/** Asks whether the team is to be dissolved, and how. */
function Closing({ onKeep }: { onKeep: () => void }) {
  const t = useText()
  const { api, app } = useAgents()
  const { id, name } = useTeamScene().view.team
  const close = (stop: boolean) => {
    onKeep()
    app.attempt(api.command('team.delete', { teamId: id, stop }))
  }
  return (
    <Banner
      action={
        <Button size="small" look="ghost" onClick={onKeep}>
          {t('teams.keep')}
        </Button>
      }
    >
      {t('teams.windDown.sure', { name })}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={() => close(false)}>
          {t('teams.windDown.ask')}
        </Button>
        <Button size="small" look="danger" onClick={() => close(true)}>
          {t('teams.windDown.now')}
        </Button>
      </span>
    </Banner>
  )
}
