import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ModelListing } from '#shared/model/model.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ModelFactList } from '../../../models/ModelFactList.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import type { ModelPanelProps } from '../settings-props.ts'
import { ContinuationField } from './ContinuationField.tsx'
import { effortIn, effortOptions, fallbackOptions, withChange } from './model-choices.ts'
import { draftOf, NO_MODEL, offersTopP } from './model-view.ts'
import { ReplayField } from './ReplayField.tsx'

type NamedModelFormProps = Pick<ModelPanelProps, 'api' | 'app' | 'toast' | 'onView'> & {
  readonly model: ModelListing
}

/** A model that is set up by its name: its facts come from the catalogue, and only its manner is set. */
export function NamedModelForm({ api, app, toast, onView, model }: NamedModelFormProps) {
  const t = useText()
  const models = useStore(app.store, (state) => state.models)
  const start = draftOf(model)
  const [draft, setDraft] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const config = withChange(model, draft)
    if (config === null) return setProblem(t('settings.wrong.topP'))
    setProblem(null)
    try {
      await api.command('model.save', { config })
      await app.loadModels()
      toast({ mark: 'done', text: t('settings.model.saved', { model: model.label }), seconds: 5 })
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }
  const remove = async () => {
    const config = withChange(model, {})
    await api.command('model.remove', { ref: model.ref })
    await app.loadModels()
    onView(NO_MODEL)
    const undo = async () => {
      if (config !== null) await api.command('model.save', { config })
      await app.loadModels()
    }
    toast({
      mark: 'done',
      text: t('settings.model.removed', { model: model.label }),
      action: { label: t('ui.undo'), onAct: () => app.attempt(undo()) },
      seconds: 10,
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => app.attempt(save(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5"
    >
      <header className="flex min-h-6 items-center gap-2">
        <h2 className="min-w-0 grow break-words font-semibold text-lg tracking-tight">{model.label}</h2>
        <IconButton
          icon="trash"
          size="small"
          label={t('settings.model.remove')}
          onClick={() => app.attempt(remove())}
        />
      </header>
      <ModelFactList model={model} />
      {model.reasoning ? (
        <Field label={t('settings.field.reasoningEffort')}>
          {({ id }) => (
            <Select
              id={id}
              value={draft.reasoningEffort}
              groups={[{ title: null, options: effortOptions(t, model.efforts) }]}
              onChange={(effort) => setDraft({ ...draft, reasoningEffort: effortIn(effort) })}
            />
          )}
        </Field>
      ) : null}
      {model.reasoning ? (
        <ReplayField draft={draft} onReplay={(providerReplay) => setDraft({ ...draft, providerReplay })} />
      ) : null}
      <ContinuationField draft={draft} onChange={(continuation) => setDraft({ ...draft, continuation })} />
      {offersTopP(draft) ? (
        <Field label={t('settings.field.topP')} hint={t('settings.field.topPHint')}>
          {(ids) => <TextInput {...ids} value={draft.topP} onText={(topP) => setDraft({ ...draft, topP })} />}
        </Field>
      ) : null}
      <Field label={t('settings.field.fallback')} hint={t('settings.field.fallbackHint')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.fallback}
            groups={[{ title: null, options: fallbackOptions(draft, models, t) }]}
            onChange={(fallback) => setDraft({ ...draft, fallback })}
          />
        )}
      </Field>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <footer className="flex gap-2 border-line border-t pt-4">
        {model.isDefault ? null : (
          <Button
            onClick={() =>
              app.attempt(api.command('model.setDefault', { ref: model.ref }).then(app.loadModels))
            }
          >
            {t('settings.makeDefault')}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={() => setDraft(start)}>{t('settings.revert')}</Button>
        <Button type="submit" look="primary">
          {t('settings.save')}
        </Button>
      </footer>
    </form>
  )
}
