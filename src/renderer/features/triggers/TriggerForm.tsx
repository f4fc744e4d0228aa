import { type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ProjectId, TriggerId } from '#shared/ids.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import type { TriggerFiring, TriggerListing } from '#shared/trigger/trigger.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useFailureNotice } from '../../data/use-failure-notice.ts'
import { useQuery } from '../../data/use-query.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { oneOf } from '../../ui/base/one-of.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { useToastsAbove } from '../../ui/hooks/use-toasts-above.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import { CapFields } from './CapFields.tsx'
import { Choice, type FormPart, Pair, TextField } from './FormFields.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { SourceFields } from './SourceFields.tsx'
import { TriggerHistory } from './TriggerHistory.tsx'
import { type Faults, type FormDraft, formOf, newForm, readForm } from './trigger-draft.ts'
import { WebhookFields } from './WebhookFields.tsx'

type TriggerFormProps = {
  readonly api: Data
  readonly app: AppStore
  readonly toast: ShowToast
  readonly projectId: ProjectId
  /** Null for a new trigger. */
  readonly listing: TriggerListing | null
  readonly onSaved: (id: TriggerId) => void
  readonly onRun: (listing: TriggerListing) => void
  readonly onDelete: (listing: TriggerListing) => void
  readonly onOpenRun: (firing: TriggerFiring) => void
}

const NO_FAULTS: Faults = new Set()

/** Creates a trigger, or changes one. */
export function TriggerForm(props: TriggerFormProps) {
  const { api, app, toast, projectId, listing } = props
  const t = useText()
  const say = useProblemWords()
  const mode = useStore(app.store, (state) => state.settings.permissionMode)
  const [form, setForm] = useState<FormDraft>(() => startOf(listing, mode))
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (changes: Partial<FormDraft>) => {
    setForm((before) => ({ ...before, ...changes }))
    setFaults(NO_FAULTS)
    setProblem(null)
  }
  const save = async (): Promise<void> => {
    const read = readForm(form, projectId)
    setFaults(read.faults)
    const { draft } = read
    if (draft === null) return
    const saved =
      listing === null
        ? await api.command('trigger.create', { draft })
        : await api.command('trigger.update', { triggerId: listing.trigger.id, draft })
    if (saved === null) return
    toast({ mark: 'done', text: t('triggers.saved', { name: saved.name }), seconds: 5 })
    props.onSaved(saved.id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save().catch((error: unknown) => setProblem(say(problemOf(error))))
  }
  const part: FormPart = { form, faults, change }
  const foot = useRef<HTMLElement>(null)
  useToastsAbove(foot)
  return (
    <form aria-label={t('triggers.detail')} onSubmit={submit} className="flex h-full min-h-0 flex-col">
      <FormHead {...props} />
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto p-4">
        {listing === null || listing.trigger.paused === null ? null : (
          <FieldError>{t(`triggers.paused.${listing.trigger.paused}`)}</FieldError>
        )}
        <TextField part={part} name="name" label={t('triggers.name')} />
        <SourceFields part={part} />
        {listing !== null && form.kind === 'webhook' ? (
          <WebhookFields api={api} app={app} toast={toast} listing={listing} />
        ) : null}
        <WorkFields api={api} app={app} projectId={projectId} part={part} />
        <CapFields part={part} />
        <Rehearsal api={api} projectId={projectId} form={form} />
        {problem === null ? null : <FieldError>{problem}</FieldError>}
        {listing === null ? null : (
          <TriggerHistory api={api} app={app} triggerId={listing.trigger.id} onOpenRun={props.onOpenRun} />
        )}
      </div>
      <footer ref={foot} className="flex shrink-0 justify-end gap-2 border-line border-t p-3">
        <Button onClick={() => change(startOf(listing, mode))}>{t('triggers.revert')}</Button>
        <Button type="submit" look="primary">
          {t('triggers.save')}
        </Button>
      </footer>
    </form>
  )
}

const startOf = (listing: TriggerListing | null, mode: FormDraft['permissionMode']): FormDraft =>
  listing === null ? newForm(mode) : formOf(listing.trigger)

function FormHead({ listing, onRun, onDelete }: TriggerFormProps) {
  const t = useText()
  return (
    <header className="flex h-(--h-bar) shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
      <h2 className="min-w-0 grow truncate font-semibold text-sm">
        {listing?.trigger.name ?? t('triggers.new')}
      </h2>
      {listing === null ? null : (
        <>
          <Button size="small" icon="play" onClick={() => onRun(listing)}>
            {t('triggers.runNow')}
          </Button>
          <IconButton
            size="small"
            icon="trash"
            label={t('triggers.delete')}
            onClick={() => onDelete(listing)}
          />
        </>
      )}
    </header>
  )
}

type WorkFieldsProps = Pick<TriggerFormProps, 'api' | 'app' | 'projectId'> & { readonly part: FormPart }

function WorkFields({ app, projectId, part }: WorkFieldsProps) {
  const t = useText()
  const { form, faults, change } = part
  const models = useStore(app.store, (state) => state.models)
  const saved = useQuery('workflow.saved', { projectId })
  const listed = useQuery('agents.list', { projectId })
  useFailureNotice(app, saved)
  useFailureNotice(app, listed)
  const workflows = saved.data ?? []
  const agents = listed.data?.agents ?? []
  return (
    <>
      <Choice
        label={t('triggers.runsWhat')}
        value={form.workflow}
        onChange={(workflow) => change({ workflow })}
        options={[
          { value: '', label: t('triggers.runsPrompt') },
          ...workflows
            .filter(({ problem }) => problem === null)
            .map(({ name, source }) => ({ value: `${source}/${name}`, label: name })),
        ]}
      />
      {form.workflow === '' ? (
        <Field label={t('triggers.prompt')} error={faults.has('prompt') ? t('triggers.required') : undefined}>
          {(ids) => (
            <TextArea {...ids} rows={4} value={form.prompt} onText={(prompt) => change({ prompt })} />
          )}
        </Field>
      ) : (
        <Field
          label={t('triggers.args')}
          hint={t('triggers.argsHint', { mark: '{{event}}' })}
          error={faults.has('args') ? t('triggers.argsBad') : undefined}
        >
          {(ids) => <TextArea {...ids} mono rows={3} value={form.args} onText={(args) => change({ args })} />}
        </Field>
      )}
      <Pair>
        {form.workflow === '' ? (
          <Choice
            label={t('triggers.agent')}
            value={form.agentId}
            onChange={(agentId) => change({ agentId })}
            options={[
              { value: '', label: t('triggers.agentUsual') },
              ...agents
                .filter(({ mode }) => mode === 'primary')
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : null}
        <Choice
          label={t('triggers.model')}
          value={form.model}
          onChange={(model) => change({ model })}
          options={[
            { value: '', label: t('triggers.modelUsual') },
            ...models.map(({ ref, label }) => ({ value: ref, label })),
          ]}
        />
      </Pair>
      <Choice
        label={t('triggers.mode')}
        hint={form.permissionMode === 'bypass' ? t('chat.bypassWarning') : t('triggers.modeHint')}
        value={form.permissionMode}
        onChange={(mode) => change({ permissionMode: oneOf(PERMISSION_MODES, mode) ?? 'ask' })}
        options={PERMISSION_MODES.map((mode) => ({ value: mode, label: t(`shell.mode.${mode}`) }))}
      />
    </>
  )
}
