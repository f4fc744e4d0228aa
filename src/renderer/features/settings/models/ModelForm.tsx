import { type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { CustomModelConfig } from '#shared/config/config.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useToastsAbove } from '../../../ui/hooks/use-toasts-above.ts'
import type { ModelPanelProps } from '../settings-props.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import { ModelFields } from './ModelFields.tsx'
import { configOf, draftOf, type ModelDraft, missingPrice, NO_MODEL, type WrongFields } from './model-view.ts'

type ModelFormProps = Omit<ModelPanelProps, 'view'> & {
  /** The model that is changed, or null for a new one. */
  readonly known: ModelListing | null
  readonly start: ModelDraft
  /** Under which its draft is kept. */
  readonly name: string
}

/** Adds a model or changes one. What is typed is checked here and again by main. */
export function ModelForm({ api, app, toast, known, start, name, drafts, onView }: ModelFormProps) {
  const t = useText()
  const [draft, keepDraft] = useState(drafts.get(name) ?? start)
  const setDraft = (next: ModelDraft) => {
    drafts.set(name, next)
    keepDraft(next)
  }
  const [wrong, setWrong] = useState<WrongFields>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const foot = useRef<HTMLElement>(null)
  useToastsAbove(foot)
  const models = useStore(app.store, (state) => state.models)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = CustomModelConfig.safeParse(configOf(draft))
    const missing = missingPrice(draft)
    setWrong(new Set([...(parsed.error?.issues.map((issue) => String(issue.path[0])) ?? []), ...missing]))
    if (!parsed.success || missing.length > 0) return
    setBusy(true)
    setProblem(null)
    try {
      await api.command('model.save', { config: parsed.data })
      await app.loadModels()
      const ref = `${parsed.data.provider}/${parsed.data.id}`
      toast({ mark: 'done', text: t('settings.model.saved', { model: draft.label || draft.id }), seconds: 5 })
      drafts.delete(name)
      onView({ kind: 'model', ref })
    } catch (error) {
      setProblem(problemOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => app.attempt(save(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5"
    >
      <FormHead known={known} api={api} app={app} toast={toast} onView={onView} />
      <ModelFields
        draft={draft}
        wrong={wrong}
        fixed={known?.source === 'config'}
        api={api}
        models={models}
        onDraft={setDraft}
      />
      <ConnectionTest api={api} draft={draft} onPick={(id) => setDraft({ ...draft, id })} />
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <footer
        ref={foot}
        className="sticky bottom-0 z-(--z-sticky) -mx-4 -mb-5 flex gap-2 border-line border-t bg-side px-4 py-3"
      >
        {known === null || known.isDefault ? null : (
          <Button
            onClick={() =>
              app.attempt(api.command('model.setDefault', { ref: known.ref }).then(app.loadModels))
            }
          >
            {t('settings.makeDefault')}
          </Button>
        )}
        <span className="grow" />
        <Button
          onClick={() => {
            setDraft(start)
            drafts.delete(name)
            if (known === null) onView(NO_MODEL)
          }}
        >
          {known === null ? t('ui.cancel') : t('settings.revert')}
        </Button>
        <Button type="submit" look="primary" disabled={busy}>
          {t('settings.save')}
        </Button>
      </footer>
    </form>
  )
}

type FormHeadProps = Pick<ModelFormProps, 'api' | 'app' | 'toast' | 'known' | 'onView'>

function FormHead({ api, app, toast, known, onView }: FormHeadProps) {
  const t = useText()
  const undo = async (config: CustomModelConfig) => {
    await api.command('model.save', { config })
    await app.loadModels()
  }
  const remove = async (model: ModelListing, config: CustomModelConfig) => {
    await api.command('model.remove', { ref: model.ref })
    await app.loadModels()
    onView(NO_MODEL)
    toast({
      mark: 'done',
      text: t('settings.model.removed', { model: model.label }),
      action: { label: t('ui.undo'), onAct: () => app.attempt(undo(config)) },
      seconds: 10,
    })
  }
  return (
    <header className="flex min-h-6 items-center gap-2">
      <h2 className="min-w-0 break-words font-semibold text-lg tracking-tight">
        {known?.label ?? t('settings.model.new')}
      </h2>
      {known?.source === 'detected' ? <Chip size="small">{t('settings.source.detected')}</Chip> : null}
      <span className="grow" />
      {known?.source === 'config' ? (
        <IconButton
          icon="trash"
          size="small"
          label={t('settings.model.remove')}
          onClick={() => {
            const parsed = CustomModelConfig.safeParse(configOf(draftOf(known)))
            if (parsed.success) app.attempt(remove(known, parsed.data))
          }}
        />
      ) : null}
    </header>
  )
}
