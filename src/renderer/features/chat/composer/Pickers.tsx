import type { AgentListing } from '#shared/agent/definition.ts'
import { EFFORTS } from '#shared/model/efforts.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/one-of.ts'
import { Select, type SelectGroup, type SelectOption } from '../../../ui/Select.tsx'
import { useApp } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'
import { USUAL_AGENT } from './use-agents.ts'

type PickersProps = {
  readonly target: ComposerTarget
  /** Who can speak in this chat. */
  readonly agents: readonly AgentListing[]
}

/** Who speaks, which model answers, how hard it thinks, and what it may do without asking. */
export function Pickers({ target, agents }: PickersProps) {
  const t = useText()
  const models = useApp((state) => state.models)
  const model = models.find((each) => each.ref === target.model)
  return (
    <>
      {agents.length < 2 ? null : (
        <Select
          look="pick"
          label={t('chat.agent')}
          value={target.agentId ?? USUAL_AGENT}
          placeholder={target.agentId ?? USUAL_AGENT}
          groups={[{ title: null, options: agents.map(({ id, name }) => ({ value: id, label: name })) }]}
          // Only the run that goes on may write to the history, so nobody takes over before it has ended.
          onChange={(id) => {
            if (id !== target.agentId) target.setAgent(id)
          }}
        />
      )}
      <Select
        look="pick"
        label={t('chat.model')}
        value={target.model ?? ''}
        placeholder={target.model ?? t('chat.noModel')}
        groups={modelGroups(models, t)}
        onChange={(ref) => {
          const chosen = models.find((each) => each.ref === ref)
          if (chosen !== undefined) target.setModel(chosen.ref)
        }}
      />
      {model?.reasoning === true ? (
        <Select
          look="pick"
          label={t('chat.effort')}
          value={target.effort ?? AS_MODEL}
          groups={[{ title: null, options: effortOptions(model, t) }]}
          onChange={(value) => target.setEffort(oneOf(EFFORTS, value) ?? null)}
        />
      ) : null}
      <Select
        look="pick"
        icon="shield"
        label={t('chat.mode')}
        value={target.mode}
        groups={[
          {
            title: null,
            options: PERMISSION_MODES.map((value) => ({ value, label: t(`shell.mode.${value}`) })),
          },
        ]}
        onChange={(value) => target.setMode(oneOf(PERMISSION_MODES, value) ?? 'ask')}
        className={target.mode === 'bypass' ? 'bg-bad-wash text-bad-fg' : ''}
      />
    </>
  )
}

/** Stands for the effort that is set for the model. */
const AS_MODEL = 'model'

function effortOptions({ reasoningEffort }: ModelListing, t: Text): readonly SelectOption[] {
  const ofModel =
    reasoningEffort === undefined
      ? t('chat.effort.model')
      : t('chat.effort.modelSet', { effort: t(`chat.effort.${reasoningEffort}`) })
  return [
    { value: AS_MODEL, label: ofModel },
    ...EFFORTS.map((value) => ({ value, label: t(`chat.effort.${value}`) })),
  ]
}

/** Models by where they come from; one without its key says so. */
function modelGroups(models: readonly ModelListing[], t: Text): readonly SelectGroup[] {
  const titles = { builtin: null, config: t('chat.models.config'), detected: t('chat.models.detected') }
  return (['config', 'detected', 'builtin'] as const).flatMap((source) => {
    const options = models
      .filter((model) => model.source === source)
      .map((model) => ({
        value: model.ref,
        label: model.label,
        ...(model.key === 'missing' ? { hint: t('chat.keyMissing') } : {}),
      }))
    return options.length === 0 ? [] : [{ title: titles[source], options }]
  })
}
