import { useMemo, useRef } from 'react'
import { isUnlimited } from '#shared/session/is-unlimited.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { dollarsText } from '../../../ui/limits/dollars-text.ts'
import { LimitsForm } from '../../../ui/limits/LimitsForm.tsx'
import { AgentsCost } from '../agents/AgentsCost.tsx'
import { useChatAgents } from '../agents/use-agents-of-chat.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'
import { Block } from './Block.tsx'
import { ChatLimitsLines } from './ChatLimitsLines.tsx'

/** Shows the cost of the chat, alone and with its agents, and its limits. */
export function CostBlock() {
  const sessionId = useSession((state) => state.sessionId)
  // Lines that are half drawn are those of one chat.
  return <CostOfChat key={sessionId} />
}

function CostOfChat() {
  const t = useText()
  const { api, app, agents } = useChat()
  const numbers = useNumbers()
  const session = useSession((state) => state.folds.session)
  const models = useApp((state) => state.models)
  const limiting = useChatAgents((state) => state.limiting)
  const opener = useRef<HTMLButtonElement>(null)
  const usage = session?.usage
  const ref = session?.meta.model
  const { dollars, input, output } = useMemo(() => {
    const next = models.find((each) => each.ref === ref)
    return spendingOf(usage ?? {}, models, next)
  }, [usage, models, ref])
  const words = dollarsText(dollars, t, numbers)
  const limits = session?.meta.limits
  const open = session?.kind === 'chat'
  const editing = open && limiting === session.id
  return (
    <Block
      title={t('chat.cost')}
      right={
        <>
          <b className="font-medium text-fg">{words}</b> {t('chat.thisSession')}
        </>
      }
    >
      <p className="figures flex justify-between text-fg-3 text-xs">
        <span>{t('chat.tokensIn', { tokens: numbers.short(input) })}</span>
        <span>{t('chat.tokensOut', { tokens: numbers.short(output) })}</span>
      </p>
      <AgentsCost own={usage ?? {}} />
      {limits === undefined || isUnlimited(limits) || editing ? null : (
        <ChatLimitsLines limits={limits} own={usage ?? {}} />
      )}
      {!open ? null : editing ? (
        <LimitsForm
          label={t('chat.limits.form')}
          hint={t('chat.limits.hint')}
          limits={limits ?? null}
          opener={opener}
          onSave={(wanted) => {
            const changed = api.command('session.update', {
              sessionId: session.id,
              changes: { limits: wanted },
            })
            app.attempt(changed.then(() => agents.limit(null)))
          }}
          onClose={() => agents.limit(null)}
        />
      ) : (
        <div className="-mx-2">
          <Button ref={opener} size="small" look="ghost" onClick={() => agents.limit(session.id)}>
            {t(isUnlimited(limits) ? 'chat.limits.set' : 'chat.limits.change')}
          </Button>
        </div>
      )}
    </Block>
  )
}
