import { type FormEvent, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useAgents } from '../agents-context.ts'
import { TEAM_LINES, teamLimitsOf, textsOf } from './team-limits-draft.ts'
import { useTeamScene } from './team-scene.ts'

/** Where the person wants to be told of what the team uses, and where the team is to pause. */
export function TeamLimitsForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const { api, app } = useAgents()
  const { team } = useTeamScene().view
  const [texts, setTexts] = useState(() => textsOf(team.limits))
  const [tried, setTried] = useState(false)
  const { wrong, limits } = teamLimitsOf(texts)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (limits === null) return
    app.attempt(api.call('team.setLimits', { teamId: team.id, limits }).then(onDone))
  }
  return (
    <form
      onSubmit={save}
      aria-label={t('teams.limits.form')}
      className="grid gap-3 rounded-md bg-raised p-3 inset-ring inset-ring-line-strong"
    >
      <p className="text-fg-3 text-xs">{t('teams.limits.hint')}</p>
      <div className="grid max-w-120 grid-cols-2 gap-2">
        {TEAM_LINES.map((line, index) => (
          <Field
            key={line}
            label={t(`teams.limits.${line}`)}
            error={tried && wrong.has(line) ? t('chat.limits.wrong') : null}
          >
            {(ids) => (
              <TextInput
                {...ids}
                autoFocus={index === 0}
                inputMode="decimal"
                value={texts[line]}
                placeholder={t('chat.limits.none')}
                onText={(text) => setTexts({ ...texts, [line]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary">
          {t('chat.limits.save')}
        </Button>
        <Button size="small" look="ghost" onClick={onDone}>
          {t('agents.cancel')}
        </Button>
      </div>
    </form>
  )
}
