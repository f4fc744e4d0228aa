import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useAgents } from '../agents-context.ts'
import { TeamFigures } from './TeamFigures.tsx'
import { useTeamScene } from './team-scene.ts'

/** What the team is called, what it has cost, and the ways to speak to all of it or to close it. */
export function TeamHead({ onMessageAll }: { onMessageAll: () => void }) {
  const t = useText()
  const { name } = useTeamScene().view.team
  const [closing, setClosing] = useState(false)
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
        <span className="flex shrink-0 gap-2">
          <Button size="small" icon="mail" onClick={onMessageAll}>
            {t('teams.messageAll')}
          </Button>
          <Button size="small" look="danger" aria-expanded={closing} onClick={() => setClosing(!closing)}>
            {t('teams.windDown')}
          </Button>
        </span>
      </div>
      {closing ? <Closing onKeep={() => setClosing(false)} /> : null}
    </header>
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
