import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useAgents } from '../agents-context.ts'
import { AgentLine } from './AgentLine.tsx'
import { useEndedAgents } from './use-running.ts'

/** Rows shown before the person expands the list. */
const FIRST = 3
const UNDO_SECONDS = 10

/** The agents that ended last, under a heading of their own; nothing while there are none. */
export function EndedList({ headClass }: { headClass: string }) {
  const t = useText()
  const ended = useEndedAgents()
  const clear = useClearEnded()
  const [all, setAll] = useState(false)
  if (ended.length === 0) return null
  const folds = ended.length > FIRST
  return (
    <>
      <div className="flex items-end gap-2">
        <h3 className={headClass}>{t('agents.ended')}</h3>
        <span className="grow" />
        <Button size="small" look="ghost" onClick={() => clear(ended[0]?.endedAt ?? 0)}>
          {t('agents.ended.clear')}
        </Button>
      </div>
      <ul aria-label={t('agents.ended')}>
        {(all ? ended : ended.slice(0, FIRST)).map((run) => (
          <AgentLine key={run.sessionId} run={run} />
        ))}
      </ul>
      {folds ? (
        <Button size="small" look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('agents.ended.fewer') : t('agents.ended.more', { count: ended.length - FIRST })}
        </Button>
      ) : null}
    </>
  )
}

/** Takes what has ended out of the list, with a way back. It stays in its chats. */
function useClearEnded() {
  const t = useText()
  const { pages, toast } = useAgents()
  return (until: number) => {
    const before = pages.store.getState().clearedUntil
    pages.clearUntil(until)
    // The focused element was removed.
    document.querySelector<HTMLElement>('[data-nav][aria-current]')?.focus()
    toast({
      mark: 'done',
      text: t('agents.ended.cleared'),
      seconds: UNDO_SECONDS,
      action: { label: t('agents.grant.undo'), onAct: () => pages.clearUntil(before) },
    })
  }
}
