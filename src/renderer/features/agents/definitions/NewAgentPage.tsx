import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentId } from '#shared/ids.ts'
import { mayAct } from '#shared/project/trust.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type NewAgent, NO_NEW_AGENT, newAgentKey } from '../../../store/agents/agent-pages-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { fileIdFrom } from '../../../ui/controls/file-id-from.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useAgents, useApp } from '../agents-context.ts'

type NewAgentPageProps = {
  /** Whom it begins as a copy of; null for one that begins with the text for new ones. */
  readonly copyOf: { readonly id: AgentId; readonly name: string } | null
  readonly onMade: (id: AgentId) => void
  readonly onClose: () => void
}

/** Asks for the name, the purpose and the instructions of a new agent. Its file opens once it is made. */
export function NewAgentPage({ copyOf, onMade, onClose }: NewAgentPageProps) {
  const t = useText()
  const { api } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const places = usePlaces()
  const { typed, change, forget } = useNewAgent(copyOf?.id ?? null)
  const { name, description, prompt, source } = typed
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const title = copyOf === null ? t('agents.new') : t('agents.new.copyOf', { name: copyOf.name })
  const wanted = fileIdFrom(name)
  const isWritten = copyOf !== null || (description.trim() !== '' && prompt.trim() !== '')
  const ready = wanted !== '' && isWritten && !busy
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const agentId = fileIdFrom(name)
    setBusy(true)
    try {
      const from = copyOf === null ? { description, prompt } : { copyOf: copyOf.id }
      await api.command('agents.create', { projectId, source, agentId, from })
      forget()
      onMade(agentId)
    } catch (error) {
      setProblem(problemOf(error).message)
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    leave()
  }
  const leave = () => {
    forget()
    onClose()
  }
  const type = (text: string) => {
    change({ name: text })
    setProblem(null)
  }
  return (
    <section aria-label={title} data-pane className="pane h-full bg-canvas">
      <PaneHead title={title} />
      <form
        aria-label={title}
        aria-busy={busy}
        onSubmit={make}
        onKeyDown={onKeyDown}
        className="grid auto-rows-max content-start gap-4 overflow-auto px-4 pb-4"
      >
        <p className="text-fg-2 text-sm">
          {copyOf === null ? t('agents.new.hint') : t('agents.new.copyHint', { name: copyOf.name })}
        </p>
        <div className="grid max-w-140 gap-4">
          <Field
            label={t('agents.new.name')}
            hint={
              wanted === name.trim() ? t('agents.new.nameHint') : t('agents.new.savedAs', { name: wanted })
            }
            error={problem}
          >
            {(ids) => <TextInput {...ids} autoFocus mono value={name} onText={type} />}
          </Field>
          {copyOf === null ? (
            <>
              <Field label={t('agents.new.description')} hint={t('agents.new.descriptionHint')}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    value={description}
                    maxLength={1_000}
                    onText={(text) => change({ description: text })}
                  />
                )}
              </Field>
              <Field label={t('agents.new.prompt')} hint={t('agents.new.promptHint')}>
                {(ids) => (
                  <TextArea {...ids} rows={6} value={prompt} onText={(text) => change({ prompt: text })} />
                )}
              </Field>
            </>
          ) : null}
          <Field label={t('agents.new.place')} hint={places.hint}>
            {({ id }) => (
              <Select
                id={id}
                value={source}
                groups={[{ title: null, options: places.options }]}
                onChange={(value) => change({ source: value === 'project' ? 'project' : 'user' })}
              />
            )}
          </Field>
        </div>
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={!ready}>
            {t('agents.new.make')}
          </Button>
          <Button look="ghost" onClick={leave}>
            {t('agents.cancel')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Keeps the typed fields until the agent is created or discarded, also during navigation. */
function useNewAgent(copyOf: AgentId | null) {
  const { pages } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const key = newAgentKey(projectId, copyOf)
  const typed = useStore(pages.store, (state) => state.newAgents[key]) ?? NO_NEW_AGENT
  return {
    typed,
    change: (changes: Partial<NewAgent>) => pages.name(key, { ...typed, ...changes }),
    forget: () => pages.unname(key),
  }
}

/** Returns the folders for an agent: the person's, and the open project's if trusted. */
function usePlaces() {
  const t = useText()
  const project = useApp((state) => state.projects.find(({ id }) => id === state.openProject))
  const own = { value: 'user', label: t('agents.new.user') }
  if (project === undefined) return { options: [own], hint: null }
  const { name } = project
  const isTrusted = mayAct(project)
  const ofProject = { value: 'project', label: t('agents.new.project', { name }), disabled: !isTrusted }
  return { options: [own, ofProject], hint: isTrusted ? null : t('agents.new.untrusted', { name }) }
}
