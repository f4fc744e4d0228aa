import { EFFORTS } from '#shared/model/efforts.ts'
import { namedModel } from '#shared/model/named-model.ts'
import { MODEL_ROLES } from '#shared/model/roles.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { TypedLimits } from '../../../store/workflows/run-forms-store.ts'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { useApp } from '../workflows-context.ts'

type ModelFieldsProps = {
  readonly limits: TypedLimits
  readonly onLimits: (change: Partial<TypedLimits>) => void
}

/** The model of agents that name none, and how hard it thinks. */
export function ModelFields({ limits, onLimits }: ModelFieldsProps) {
  const t = useText()
  const models = useApp((state) => state.models)
  const chosen =
    limits.model === '' ? models.find(({ isDefault }) => isDefault) : namedModel(models, limits.model)
  // A role may mean any model, so every effort is offered for it.
  const efforts = chosen === undefined ? EFFORTS : chosen.reasoning ? (chosen.efforts ?? EFFORTS) : []
  const roles = MODEL_ROLES.map((role) => ({ value: role, label: t(`models.role.${role}`) }))
  return (
    <>
      <Field label={t('workflows.launch.model')}>
        {({ id }) => (
          <Select
            id={id}
            icon="model"
            value={limits.model}
            groups={[
              { title: null, options: [{ value: '', label: t('workflows.launch.modelUsual') }] },
              { title: t('models.roles'), options: roles },
              {
                title: t('settings.models'),
                options: models.map(({ ref, label }) => ({ value: ref, label })),
              },
            ]}
            onChange={(model) => onLimits({ model, effort: '' })}
          />
        )}
      </Field>
      {efforts.length === 0 ? null : (
        <Field label={t('chat.effort')}>
          {({ id }) => (
            <Select
              id={id}
              value={limits.effort}
              groups={[
                {
                  title: null,
                  options: [
                    { value: '', label: t('workflows.launch.effortUsual') },
                    ...efforts.map((value) => ({ value, label: t(`chat.effort.${value}`) })),
                  ],
                },
              ]}
              onChange={(effort) => onLimits({ effort: oneOf(EFFORTS, effort) ?? '' })}
            />
          )}
        </Field>
      )}
    </>
  )
}
