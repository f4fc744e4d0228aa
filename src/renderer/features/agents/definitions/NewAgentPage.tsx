import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import { agentNameProblem } from '#shared/agent/agent-name.ts'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import type { AgentId } from '#shared/ids.ts'
import { mayAct } from '#shared/project/trust.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type NewAgent, NO_NEW_AGENT, newAgentKey } from '../../../store/agents/agent-pages-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { fileIdFrom } from '../../../ui/controls/file-id-from.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { DraftBox } from '../../../ui/panes/DraftBox.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { FormSettings } from './form/AgentForm.tsx'
import type { Yaml } from './form/agent-text.ts'
import { type FormPart, isElsewhere, textIn } from './form/form-part.ts'
import { TextFields } from './form/TextFields.tsx'
import { useAgentDrafting } from './form/use-agent-drafting.ts'
import { useFormPart } from './form/use-form-part.ts'
import { useToolNames } from './form/use-tool-names.ts'
import { useYaml } from './form/use-yaml.ts'

type NewAgentPageProps = {
  /** Whom it begins as a copy of; null for one that begins with the text for new ones. */
  readonly copyOf: { readonly id: AgentId; readonly name: string } | null
  readonly onMade: (id: AgentId) => void
  readonly onClose: () => void
}

const NO_PROBLEMS: readonly AgentFileProblem[] = []

const isFilled = ({ values }: FormPart): boolean =>
  textIn(values, 'description').trim() !== '' && values.body.trim() !== ''

/** Asks for a new agent in a form, which a model can fill from a sentence. Nothing is written before it is created. */
export function NewAgentPage({ copyOf, onMade, onClose }: NewAgentPageProps) {
  const t = useText()
  const yaml = useYaml()
  // All fields come at once: with only some of them there, Tab would lead past those that follow.
  if (yaml !== null) return <NewAgentForm yaml={yaml} copyOf={copyOf} onMade={onMade} onClose={onClose} />
  return (
    <section aria-label={t('agents.new')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('agents.new')} />
      <div className="px-4">
        <Placeholder rows={6} />
      </div>
    </section>
  )
}

function NewAgentForm({ yaml, copyOf, onMade, onClose }: NewAgentPageProps & { readonly yaml: Yaml }) {
  const t = useText()
  const { api } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const places = usePlaces()
  const tools = useToolNames()
  const { typed, change, forget } = useNewAgent(copyOf?.id ?? null)
  const { name, text, source } = typed
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState(NO_PROBLEMS)
  const write = (written: string) => {
    setFound(NO_PROBLEMS)
    change({ text: written })
  }
  const part = useFormPart({ yaml, text, problems: found, onText: write })
  const drafting = useAgentDrafting({
    yaml,
    text,
    before: '',
    onText: write,
    onId: (id) => {
      if (name.trim() === '') change({ name: id })
    },
  })
  const [busy, setBusy] = useState(false)
  const title = copyOf === null ? t('agents.new') : t('agents.new.copyOf', { name: copyOf.name })
  const wanted = fileIdFrom(name)
  const isWritten = copyOf !== null || (part !== null && isFilled(part))
  const ready = wanted !== '' && isWritten && !busy
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const agentId = fileIdFrom(name)
    setBusy(true)
    try {
      // A name that no file can have is refused with a sentence of its own.
      const isChecked = copyOf === null && agentNameProblem(agentId) === null
      const problems = isChecked ? await api.read('agents.check', { source, agentId, text }) : NO_PROBLEMS
      if (problems.length > 0) {
        setFound(problems)
        setProblem(problems.find(isElsewhere)?.message ?? null)
        return setBusy(false)
      }
      const from = copyOf === null ? { text } : { copyOf: copyOf.id }
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
        {copyOf === null ? null : (
          <p className="text-fg-2 text-sm">{t('agents.new.copyHint', { name: copyOf.name })}</p>
        )}
        <div className="grid max-w-180 gap-4">
          {copyOf === null ? <DraftBox draft={drafting} hint={t('agents.form.draftNew')} /> : null}
          <Field
            label={t('agents.new.name')}
            hint={
              wanted === name.trim() ? t('agents.new.nameHint') : t('agents.new.savedAs', { name: wanted })
            }
            error={problem}
          >
            {(ids) => <TextInput {...ids} autoFocus mono value={name} onText={type} />}
          </Field>
          {copyOf === null && part !== null ? <TextFields part={part} /> : null}
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
          {copyOf === null && part !== null ? (
            <FormSettings part={part} source={source} tools={tools} />
          ) : null}
        </div>
        <div className="-bottom-4 sticky -mb-4 flex gap-2 border-line border-t bg-canvas pt-3 pb-4">
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
    // Two changes of one moment: the second must not undo the first.
    change: (changes: Partial<NewAgent>) =>
      pages.name(key, { ...(pages.store.getState().newAgents[key] ?? NO_NEW_AGENT), ...changes }),
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
