import type { ModelListing } from '#shared/model/model.ts'
import { MODEL_ROLES, type ModelRole } from '#shared/model/roles.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { EffortSlider } from './EffortSlider.tsx'
import { fallbackOptions, withChange } from './model-choices.ts'
import { draftOf, type ModelDraft } from './model-view.ts'

type RolesGroupProps = Pick<SettingsProps, 'api' | 'app'> & { readonly models: readonly ModelListing[] }

/** Shows the models by role: work, the sizes that files name, and fallback. */
export function RolesGroup({ api, app, models }: RolesGroupProps) {
  const t = useText()
  const work = models.find((model) => model.isDefault)
  return (
    <SettingGroup label={t('settings.roles')}>
      <SettingLine title={t('settings.work')} hint={t('settings.workHint')}>
        <Select
          label={t('settings.workModel')}
          value={work?.ref ?? ''}
          placeholder={t('settings.workNone')}
          groups={[{ title: null, options: models.map(optionOf) }]}
          onChange={(ref) => app.attempt(api.command('model.setDefault', { ref }).then(app.loadModels))}
          className="w-56"
        />
      </SettingLine>
      {MODEL_ROLES.map((role) => (
        <RoleLine key={role} api={api} app={app} models={models} role={role} />
      ))}
      {work === undefined || work.source === 'builtin' ? null : (
        <WorkLines api={api} app={app} models={models} work={work} />
      )}
    </SettingGroup>
  )
}

/** Shows the model of one size. Without a choice, background tasks use the model of the chat, other sizes the catalogue's. */
function RoleLine({ api, app, models, role }: RolesGroupProps & { readonly role: ModelRole }) {
  const t = useText()
  const chosen = models.find((model) => model.roles?.includes(role) === true)
  const able = models.filter(({ source }) => source !== 'builtin')
  const unset = { value: '', label: t(role === 'small' ? 'settings.smallSame' : 'settings.roleUnset') }
  return (
    <SettingLine title={t(`settings.${role}`)} hint={t(`settings.${role}Hint`)}>
      <Select
        label={t(`settings.${role}Model`)}
        value={chosen?.ref ?? ''}
        groups={[{ title: null, options: [unset, ...able.map(optionOf)] }]}
        onChange={(ref) =>
          app.attempt(
            api.command('model.setRole', { role, ref: ref === '' ? null : ref }).then(app.loadModels),
          )
        }
        className="w-56"
      />
    </SettingLine>
  )
}

/** Shows settings of the work model, which its panel has too. */
function WorkLines({ api, app, models, work }: RolesGroupProps & { readonly work: ModelListing }) {
  const t = useText()
  const draft = draftOf(work)
  const save = (change: Partial<ModelDraft>) => {
    const config = withChange(work, change)
    const saved =
      config === null ? Promise.resolve() : api.command('model.save', { config }).then(app.loadModels)
    app.attempt(saved)
    return saved
  }
  return (
    <>
      <SettingLine title={t('settings.overloaded')} hint={t('settings.overloadedHint')}>
        <Select
          label={t('settings.overloaded')}
          value={draft.fallback}
          groups={[{ title: null, options: fallbackOptions(draft, models, t) }]}
          onChange={(fallback) => void save({ fallback })}
          className="w-56"
        />
      </SettingLine>
      <EffortLine work={work} draft={draft} save={save} />
    </>
  )
}

type EffortLineProps = {
  readonly work: ModelListing
  readonly draft: ModelDraft
  readonly save: (change: Partial<ModelDraft>) => Promise<unknown>
}

/** Shows the reasoning effort of the work model, or that it has none. */
function EffortLine({ work, draft, save }: EffortLineProps) {
  const t = useText()
  if (!work.reasoning) {
    return (
      <SettingLine title={t('settings.effort')} hint={t('settings.effort.noneHint')}>
        <span className="text-fg-3 text-sm">{t('settings.effort.atOnce')}</span>
      </SettingLine>
    )
  }
  const letChoose = (
    <button
      type="button"
      onClick={() => void save({ reasoningEffort: '' })}
      className="rounded-sm text-fg-2 underline decoration-line-control underline-offset-2 hover:text-fg"
    >
      {t('settings.effort.letChoose')}
    </button>
  )
  return (
    <SettingLine
      title={t('settings.effort')}
      hint={
        <>
          {t('settings.effortHint')} {draft.reasoningEffort === '' ? null : letChoose}
        </>
      }
    >
      <EffortSlider value={draft.reasoningEffort} onValue={(reasoningEffort) => save({ reasoningEffort })} />
    </SettingLine>
  )
}

function optionOf(model: ModelListing) {
  return { value: model.ref, label: model.label, hint: model.provider }
}
