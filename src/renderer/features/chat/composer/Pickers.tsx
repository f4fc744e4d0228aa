import { useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import { EFFORTS } from '#shared/model/efforts.ts'
import type { ModelListing } from '#shared/model/model.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { ModelPicker } from '../../../models/ModelPicker.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Select, type SelectOption } from '../../../ui/controls/Select.tsx'
import { useApp, useChat } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'
import { USUAL_AGENT } from './use-agents.ts'

type PickersProps = {
  readonly target: ComposerTarget
  /** The agents that can speak in this chat. */
  readonly agents: readonly AgentListing[]
  /** Opens the contexts of the chat; missing for a new chat. */
  readonly onContexts?: () => void
}

/** The pickers of agent, model, effort and permission mode. */
export function Pickers({ target, agents, ...carrying }: PickersProps) {
  const t = useText()
  const { app } = useChat()
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
      <ModelButton target={target} label={model?.label ?? target.model ?? t('chat.noModel')} {...carrying} />
      {model?.reasoning === true ? (
        <Select
          look="pick"
          label={t('chat.effort')}
          value={target.effort ?? AS_MODEL}
          groups={[{ title: null, options: effortOptions(model, t) }]}
          onChange={(value) => app.attempt(target.setEffort(oneOf(EFFORTS, value) ?? null))}
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

function effortOptions(
  { reasoningEffort, efforts = EFFORTS }: ModelListing,
  t: Text,
): readonly SelectOption[] {
  const ofModel =
    reasoningEffort === undefined
      ? t('chat.effort.model')
      : t('chat.effort.modelSet', { effort: t(`chat.effort.${reasoningEffort}`) })
  return [
    { value: AS_MODEL, label: ofModel },
    ...efforts.map((value) => ({ value, label: t(`chat.effort.${value}`) })),
  ]
}

/** Opens the list of models. It is named after the model that answers. */
function ModelButton({
  target,
  label,
  onContexts,
}: Pick<PickersProps, 'target' | 'onContexts'> & { readonly label: string }) {
  const t = useText()
  const { api, app } = useChat()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('chat.modelOf', { model: label })}
        onClick={() => setOpen(true)}
        className="no-drag inline-flex h-6 min-w-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-1.5 text-fg-2 text-sm hover:bg-hover"
      >
        <span className="truncate">{label}</span>
        <Icon name="down" size="s" className="text-fg-3" />
      </button>
      <ModelPicker
        api={api}
        app={app}
        open={open}
        {...(onContexts === undefined
          ? {}
          : {
              onContexts: () => {
                setOpen(false)
                onContexts()
              },
            })}
        chosen={target.model}
        onChoose={target.setModel}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
