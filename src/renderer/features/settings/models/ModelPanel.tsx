import { useStore } from 'zustand'
import type { ModelListing } from '#shared/model/model.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import type { ModelPanelProps } from '../settings-props.ts'
import { ModelForm } from './ModelForm.tsx'
import { isNamed } from './model-choices.ts'
import { draftOf } from './model-view.ts'
import { NamedModelForm } from './NamedModelForm.tsx'

/** Beside the models: one of them, or the form for a new one. */
export function ModelPanel({ view, ...rest }: ModelPanelProps) {
  const t = useText()
  const model = useStore(rest.app.store, (state) =>
    view.kind === 'model' ? state.models.find((each) => each.ref === view.ref) : undefined,
  )
  return (
    <aside
      aria-label={model?.label ?? t('settings.model.detail')}
      data-pane
      className="pane h-full overflow-auto bg-side"
    >
      {view.kind === 'add' ? (
        <ModelForm
          key={`add-${view.draft.baseUrl}-${view.draft.id}`}
          name={`add-${view.draft.baseUrl}-${view.draft.id}`}
          known={null}
          start={view.draft}
          {...rest}
        />
      ) : model === undefined ? (
        <p className="px-4 py-5 text-fg-3 text-sm">{t('settings.model.pick')}</p>
      ) : model.source === 'builtin' ? (
        <PracticeAbout model={model} api={rest.api} app={rest.app} />
      ) : isNamed(model) ? (
        <NamedModelForm key={model.ref} model={model} {...rest} />
      ) : (
        <ModelForm key={model.ref} name={model.ref} known={model} start={draftOf(model)} {...rest} />
      )}
    </aside>
  )
}

function PracticeAbout({ model, api, app }: Pick<ModelPanelProps, 'api' | 'app'> & { model: ModelListing }) {
  const t = useText()
  return (
    <div className="grid gap-4 px-4 py-5">
      <header className="flex items-center gap-2">
        <h2 className="font-semibold text-lg tracking-tight">{model.label}</h2>
        <Chip size="small">{t('settings.source.builtin')}</Chip>
      </header>
      <p className="text-fg-2 text-sm">{t('settings.practiceHint')}</p>
      <div>
        <Button
          disabled={model.isDefault}
          onClick={() =>
            app.attempt(api.command('model.setDefault', { ref: model.ref }).then(app.loadModels))
          }
        >
          {model.isDefault ? t('settings.isDefault') : t('settings.makeDefault')}
        </Button>
      </div>
    </div>
  )
}
