import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { SessionId, TeamId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { Select, type SelectGroup } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useAgents, useApp } from '../agents-context.ts'

type NewTeamFormProps = { readonly onMade: (id: TeamId) => void; readonly onClose: () => void }

/** Makes a team for a chat whose agent is to lead it. */
export function NewTeamForm({ onMade, onClose }: NewTeamFormProps) {
  const t = useText()
  const { api, teams } = useAgents()
  const open = useApp((state) => state.openSession)
  const groups = useLeaders()
  const chats = groups.flatMap(({ options }) => options.map(({ value }) => value))
  const [name, setName] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chat = picked ?? (open !== null && chats.includes(open) ? open : (chats[0] ?? ''))
  const make = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || chat === '') return
    setProblem(null)
    api.command('team.create', { sessionId: chat as SessionId, name: name.trim() }).then(
      async ({ team }) => {
        await teams.look(team.id)
        onMade(team.id)
      },
      (error: unknown) => setProblem(problemOf(error).message),
    )
  }
  return (
    <form
      aria-label={t('teams.new')}
      onSubmit={make}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className="mx-2 mb-3 grid gap-2 rounded-md bg-raised p-3 inset-ring inset-ring-line-strong"
    >
      <p className="text-fg-2 text-sm">{t('teams.newHint')}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-2">
        <Field label={t('teams.newName')}>
          {(ids) => <TextInput {...ids} autoFocus maxLength={60} value={name} onText={setName} />}
        </Field>
        <Field label={t('teams.newChat')} hint={chats.length === 0 ? t('teams.newNoChat') : null}>
          {({ id }) => (
            <Select id={id} value={chat} groups={groups} disabled={chats.length === 0} onChange={setPicked} />
          )}
        </Field>
      </div>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" disabled={name.trim() === '' || chat === ''}>
          {t('teams.newMake')}
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          {t('agents.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The chats that lead no team yet, by project. */
function useLeaders(): SelectGroup[] {
  const { teams } = useAgents()
  const known = useStore(teams.store, (state) => state.teams)
  const projects = useApp((state) => state.projects)
  const sessions = useApp((state) => state.sessions)
  const leading = new Set(known?.map(({ team }) => team.chatId))
  return projects.flatMap(({ id, name }) => {
    const rows = (sessions[id]?.rows ?? []).filter((row) => !leading.has(row.id))
    const options = rows.map((row) => ({ value: row.id, label: row.title }))
    return options.length === 0 ? [] : [{ title: name, options }]
  })
}
