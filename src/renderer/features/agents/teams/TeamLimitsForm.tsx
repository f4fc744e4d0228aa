import type { RefObject } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { LimitsForm } from '../../../ui/limits/LimitsForm.tsx'
import { useAgents } from '../agents-context.ts'
import { useTeamScene } from './team-scene.ts'

type TeamLimitsFormProps = {
  /** The button that opened it. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onDone: () => void
}

/** Shows the form for warning and pause limits of the team. */
export function TeamLimitsForm({ opener, onDone }: TeamLimitsFormProps) {
  const t = useText()
  const { api, app } = useAgents()
  const { id: teamId, limits } = useTeamScene().view.team
  return (
    <div className="rounded-md bg-raised p-3 inset-ring inset-ring-line-strong">
      <LimitsForm
        label={t('teams.limits.form')}
        hint={t('teams.limits.hint')}
        limits={limits}
        opener={opener}
        onSave={(wanted) =>
          app.attempt(api.command('team.setLimits', { teamId, limits: wanted }).then(onDone))
        }
        onClose={onDone}
      />
    </div>
  )
}
