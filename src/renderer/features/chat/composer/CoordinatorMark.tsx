import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentListing } from '#shared/agent/definition.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useChat } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'
import { USUAL_AGENT } from './use-agents.ts'

type CoordinatorMarkProps = { readonly target: ComposerTarget; readonly agents: readonly AgentListing[] }

/** Shows that this chat is in coordinator mode, with a button to turn it off. */
export function CoordinatorMark({ target, agents }: CoordinatorMarkProps) {
  const t = useText()
  const { api, app } = useChat()
  const { agentId, sessionId } = target
  const on = agents.some(({ id, source }) => id === COORDINATOR && id === agentId && source === 'builtin')
  if (!on) return null
  const turnOff = () => {
    if (sessionId === null) return target.setAgent(USUAL_AGENT)
    const to = { to: 'session' as const, sessionId }
    app.attempt(api.command('session.send', { target: to, text: `/${COORDINATOR}`, images: [] }))
  }
  return (
    <div
      role="status"
      className="flex min-h-8 items-center gap-2 rounded-t-lg border-line border-b bg-accent-wash px-3 text-sm"
    >
      <Icon name="users" size="s" className="text-accent-fg" />
      <span className="shrink-0 font-medium text-accent-fg">{t('chat.coordinator')}</span>
      <span className="min-w-0 grow truncate text-fg-2">{t('chat.coordinatorHint')}</span>
      <Button size="small" look="ghost" disabled={target.runId !== null} onClick={turnOff}>
        {t('chat.coordinatorOff')}
      </Button>
    </div>
  )
}
