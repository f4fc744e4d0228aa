import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { EVERYBODY, LEAD } from '#shared/team/member-name.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { useToastsAbove } from '../../../ui/hooks/use-toasts-above.ts'
import { useAgents } from '../agents-context.ts'
import { useTeamScene } from './team-scene.ts'
import { useNames } from './use-names.ts'

type MessageFormProps = {
  readonly to: string
  readonly onTo: (to: string) => void
  readonly writing: RefObject<HTMLTextAreaElement | null>
}

/** Shows the composer for a teammate, the lead or everybody. Enter sends. */
export function MessageForm({ to, onTo, writing }: MessageFormProps) {
  const t = useText()
  const { api } = useAgents()
  const named = useNames()
  const { members, team } = useTeamScene().view
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const present = members.filter(({ state }) => state !== 'left').map(({ name }) => name)
  const names = [EVERYBODY, LEAD, ...present]
  // The recipient may have left since.
  const chosen = names.includes(to) ? to : EVERYBODY
  const send = () => {
    if (text.trim() === '') return
    setProblem(null)
    api.command('team.message', { teamId: team.id, to: chosen, text: text.trim() }).then(
      () => setText(''),
      (error: unknown) => setProblem(problemOf(error).message),
    )
  }
  const foot = useRef<HTMLFormElement>(null)
  useToastsAbove(foot)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <form
      ref={foot}
      aria-label={t('teams.write')}
      onSubmit={submit}
      className="grid shrink-0 gap-1 px-4 pt-1 pb-3"
    >
      <div className="flex items-center gap-1 rounded-md bg-sunken pr-1 inset-ring inset-ring-line-control focus-within:inset-ring-focus">
        <Select
          look="pick"
          label={t('teams.writeTo')}
          value={chosen}
          groups={[{ title: null, options: names.map((name) => ({ value: name, label: named(name) })) }]}
          onChange={onTo}
          className="ml-0.5 max-w-36 shrink-0"
        />
        <textarea
          ref={writing}
          aria-label={t('teams.write')}
          placeholder={t('teams.writeHint', { name: named(chosen) })}
          rows={1}
          maxLength={65_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-24 min-w-0 flex-1 resize-none bg-transparent py-1 outline-none [field-sizing:content] focus-visible:outline-none"
        />
        <IconButton
          icon="arrow-up"
          size="small"
          label={t('teams.send')}
          disabled={text.trim() === ''}
          onClick={send}
        />
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-bad-fg text-xs">
          {problem}
        </p>
      )}
    </form>
  )
}
