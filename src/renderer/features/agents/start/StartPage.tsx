import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useAgents } from '../agents-context.ts'
import { useRunning, useTeammatesAtWork } from '../running/use-running.ts'
import { LiveCards } from './LiveCards.tsx'

type StartPageProps = {
  /** Whether the approval inbox is shown next to this page. */
  readonly isInboxOpen: boolean
  /** Goes to the approval inbox. */
  readonly onInbox: () => void
}

/** The first page of the agents: everything that runs as cards, else a sentence about this place. */
export function StartPage({ isInboxOpen, onInbox }: StartPageProps) {
  const t = useText()
  const { app, inbox } = useAgents()
  const waiting = useStore(inbox.store, (state) => state.items?.length ?? 0)
  const working = useRunning()
  const teammates = useTeammatesAtWork()
  const isNone = working.isNone && teammates.length === 0
  return (
    <section aria-label={t('agents.start')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('agents.start')} />
      {waiting === 0 || isInboxOpen ? null : (
        <div className="px-4 pb-3">
          <Banner
            action={
              <Button size="small" onClick={onInbox}>
                {t('agents.start.toInbox')}
              </Button>
            }
          >
            {t('agents.start.waiting', { count: waiting })}
          </Banner>
        </div>
      )}
      {isNone ? (
        <EmptyState
          icon="agents"
          title={t('agents.start.none')}
          action={<Button onClick={() => app.show('chat')}>{t('agents.start.toChat')}</Button>}
        >
          {t('agents.start.noneHint')}
        </EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto px-4 pb-4">
          <LiveCards running={{ ...working, teammates }} />
        </div>
      )}
    </section>
  )
}
