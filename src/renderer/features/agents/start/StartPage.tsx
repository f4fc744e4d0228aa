import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PaneHead } from '../../../ui/PaneHead.tsx'
import { useAgents } from '../agents-context.ts'
import { useAgentCount } from '../running/use-running.ts'

type StartPageProps = {
  /** Goes to what waits for the person. */
  readonly onInbox: () => void
}

/** What whoever comes here meets: what waits for them, else who works, else what this place is for. */
export function StartPage({ onInbox }: StartPageProps) {
  const t = useText()
  const { app, inbox } = useAgents()
  const waiting = useStore(inbox.store, (state) => state.items?.length ?? 0)
  const { working } = useAgentCount()
  const toChat = <Button onClick={() => app.show('chat')}>{t('agents.start.toChat')}</Button>
  return (
    <section aria-label={t('agents.start')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('agents.start')} />
      {waiting > 0 ? (
        <EmptyState
          icon="shield"
          title={t('agents.start.waiting', { count: waiting })}
          action={
            <Button look="primary" onClick={onInbox}>
              {t('agents.start.toInbox')}
            </Button>
          }
        >
          {t('agents.start.waitingHint')}
        </EmptyState>
      ) : working > 0 ? (
        <EmptyState icon="agents" title={t('agents.start.working', { count: working })} action={toChat}>
          {t('agents.start.workingHint')}
        </EmptyState>
      ) : (
        <EmptyState icon="agents" title={t('agents.start.none')} action={toChat}>
          {t('agents.start.noneHint')}
        </EmptyState>
      )}
    </section>
  )
}
