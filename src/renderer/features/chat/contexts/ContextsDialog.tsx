import { useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { SessionId } from '#shared/ids.ts'
import type { ChatContext } from '#shared/session/chat-context.ts'
import type { ContextMode } from '#shared/session/session.ts'
import { problemOf } from '../../../api.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { useAgo } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { useChat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { ContextGrid } from './ContextGrid.tsx'
import { modesFor } from './context-modes.ts'

type ContextsDialogProps = {
  readonly target: ComposerTarget
  readonly sessionId: SessionId
  /** The agents a person can talk to here. */
  readonly agents: readonly AgentListing[]
  readonly onClose: () => void
}

/** Lists the contexts of a chat, and starts, resumes and closes them. */
export function ContextsDialog({ target, sessionId, agents, onClose }: ContextsDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const { api } = useChat()
  const { data, problem, reload: askAgain } = useQuery('session.contexts', { sessionId })
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isRunning = target.runId !== null
  const run = async (act: () => Promise<unknown>, closes: boolean) => {
    setBusy(true)
    setFailed(null)
    try {
      await act()
      if (closes) onClose()
      else askAgain()
    } catch (error) {
      setFailed(say(problemOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('contexts.title')}
      hint={t('contexts.hint')}
      className="-translate-x-1/2 top-20 left-1/2 w-160"
    >
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-auto px-5 pb-4">
        <ContextGrid sessionId={sessionId} />
        {isRunning ? <p className="text-warn-fg text-sm">{t('contexts.running')}</p> : null}
        {problem === null ? null : <Failure message={problem} onRetry={askAgain} />}
        {data === null && problem === null ? (
          <p role="status" className="text-fg-3 text-sm">
            {t('contexts.loading')}
          </p>
        ) : null}
        {data === null ? null : (
          <ul aria-label={t('contexts.title')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {data.map((context) => (
              <ContextRow
                key={context.id}
                context={context}
                disabled={isRunning || busy}
                onOpen={() =>
                  void run(
                    () => api.command('session.openContext', { sessionId, contextId: context.id }),
                    true,
                  )
                }
                onEnd={() =>
                  void run(
                    () => api.command('session.closeContext', { sessionId, contextId: context.id }),
                    false,
                  )
                }
              />
            ))}
          </ul>
        )}
        <SwitchForm
          target={target}
          agents={agents}
          disabled={isRunning || busy}
          onSwitch={(agentId, mode) =>
            void run(() => api.command('session.switchAgent', { sessionId, agentId, mode }), true)
          }
        />
        {failed === null ? null : <FieldError>{failed}</FieldError>}
      </div>
    </Dialog>
  )
}

type ContextRowProps = {
  readonly context: ChatContext
  readonly disabled: boolean
  readonly onOpen: () => void
  readonly onEnd: () => void
}

function ContextRow({ context, disabled, onOpen, onEnd }: ContextRowProps) {
  const t = useText()
  const ago = useAgo()
  const { name, status, mode, before, messages, words, at } = context
  const began =
    mode === 'fresh' || before === null ? t('contexts.began.fresh') : t(`contexts.began.${mode}`, { before })
  return (
    <li
      aria-label={name}
      className="flex items-start gap-3 rounded-md bg-raised px-3 py-2 inset-ring inset-ring-line"
    >
      <div className="grid min-w-0 grow gap-0.5">
        <div className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <Chip>{t(`contexts.status.${status}`)}</Chip>
        </div>
        {words === '' ? null : <p className="truncate text-fg-2 text-sm">{words}</p>}
        <p className="figures text-fg-3 text-xs">
          {sentences(t, [t('contexts.messages', { count: messages }), began])}
          {at === null ? null : <span> · {ago(at)}</span>}
        </p>
      </div>
      {status === 'sleeping' ? (
        <div className="flex shrink-0 gap-1">
          <Button size="small" disabled={disabled} onClick={onOpen}>
            {t('contexts.open')}
          </Button>
          <Button size="small" look="ghost" disabled={disabled} onClick={onEnd}>
            {t('contexts.close')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

type SwitchFormProps = Pick<ContextsDialogProps, 'target' | 'agents'> & {
  readonly disabled: boolean
  readonly onSwitch: (agentId: string, mode: ContextMode) => void
}

/** Starts another context: with which agent, and with how much of the history. */
function SwitchForm({ target, agents, disabled, onSwitch }: SwitchFormProps) {
  const t = useText()
  const [agentId, setAgentId] = useState(target.agentId ?? agents[0]?.id ?? '')
  const [wanted, setWanted] = useState<ContextMode>('bridge')
  const modes = modesFor(agents, target.agentId, agentId)
  const mode = modes.includes(wanted) ? wanted : (modes[0] ?? 'fresh')
  return (
    <section aria-labelledby="contexts-switch" className="grid gap-3 border-line border-t pt-4">
      <h3 id="contexts-switch" className="font-semibold text-sm">
        {t('contexts.switch')}
      </h3>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <Field label={t('chat.agent')}>
            {({ id }) => (
              <Select
                id={id}
                value={agentId}
                groups={[
                  { title: null, options: agents.map((each) => ({ value: each.id, label: each.name })) },
                ]}
                onChange={setAgentId}
              />
            )}
          </Field>
        </div>
        <Segmented
          label={t('contexts.history')}
          value={mode}
          options={modes.map((value) => ({ value, label: t(`contexts.mode.${value}`) }))}
          onChange={(value) => setWanted(modes.find((each) => each === value) ?? mode)}
        />
        <Button look="primary" disabled={disabled || agentId === ''} onClick={() => onSwitch(agentId, mode)}>
          {t('contexts.start')}
        </Button>
      </div>
      <p className="text-fg-3 text-xs">{t(`contexts.modeHint.${mode}`)}</p>
    </section>
  )
}
