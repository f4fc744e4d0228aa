import { useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PausedBanner } from '../../../ui/PausedBanner.tsx'
import { useAgents } from '../agents-context.ts'
import { TeamFigures } from './TeamFigures.tsx'
import { TeamLimitsForm } from './TeamLimitsForm.tsx'
import { TeamLines } from './TeamLines.tsx'
import { useTeamScene } from './team-scene.ts'

/** What can be open below the name of the team. */
export type HeadForm = 'closing' | 'limits'

type TeamHeadProps = {
  readonly open: HeadForm | null
  readonly onOpen: (open: HeadForm | null) => void
  readonly onMessageAll: () => void
}

/** What the team is called, what it has cost, and the ways to speak to all of it or to close it. */
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
  const paused = view.members.filter((member) => moodOf(member) === 'paused').length
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
      {paused === 0 ? null : (
        <Paused count={paused} onRaise={open === 'limits' ? null : () => toggle('limits')} />
      )}
    </header>
  )
}

/** Says that some came to a limit, and lets them go on. */
function Paused({ count, onRaise }: { count: number; onRaise: (() => void) | null }) {
  const t = useText()
  const { api, app } = useAgents()
  const { id } = useTeamScene().view.team
  const goOn = () => app.attempt(api.call('team.goOn', { teamId: id }))
  return (
    <PausedBanner onRaise={onRaise} goOn={t('teams.goOn')} onGoOn={goOn}>
      {t('teams.paused', { count })}
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
    app.attempt(api.call('team.delete', { teamId: id, stop }))
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
