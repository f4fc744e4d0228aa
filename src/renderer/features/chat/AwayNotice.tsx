import { useId, useState } from 'react'
import type { EventId } from '#shared/ids.ts'
import { awayLine } from '#shared/session/recaps/away-line.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { agoText, useNow } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useChat, useSession } from './chat-context.ts'
import { RecapView } from './commands/results/RecapView.tsx'
import type { ComposerTarget } from './composer/composer-target.ts'

/** Interval of the check whether an open chat rested for long, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60 * 1_000

/** Recalls in one line what a chat is about that the person comes back to. It asks no model. */
export function AwayNotice({ target }: { target: ComposerTarget }) {
  const t = useText()
  const { api, app } = useChat()
  const { sessionId } = target
  const path = useSession((state) => (state.sessionId === sessionId ? state.path : null))
  const side = useSession(({ folds: { session, contexts } }) => {
    const contextId = session?.meta.activeContextId ?? null
    return contextId === null ? undefined : contexts[contextId]?.side
  })
  const [passedOver, setPassedOver] = useState<EventId | null>(null)
  const [recap, setRecap] = useState<Recap | null>(null)
  const id = useId()
  const now = useNow(LOOK_EVERY_MS)
  const line = path === null || target.runId !== null ? null : awayLine(path, side ?? {}, now)
  if (line === null || sessionId === null || line.end === passedOver) return null
  const turn = () => {
    if (recap !== null) setRecap(null)
    else app.attempt(api.command('session.recap', { sessionId }).then(setRecap))
  }
  const ago = agoText(t, now - line.since)
  return (
    <section aria-label={t('chat.away')} className="grid gap-2 pb-2 text-fg-2 text-sm">
      <div className="flex items-center gap-2">
        <Icon name="clock" size="s" className="text-fg-3" />
        <span className="min-w-0 grow break-words">
          {t(`chat.away.${line.by}`, { ago, line: line.text })}
        </span>
        <Button size="small" look="ghost" aria-expanded={recap !== null} aria-controls={id} onClick={turn}>
          {t(recap === null ? 'commands.recap.more' : 'commands.recap.less')}
        </Button>
        <IconButton icon="x" size="small" label={t('ui.dismiss')} onClick={() => setPassedOver(line.end)} />
      </div>
      <div id={id} className="max-h-64 overflow-y-auto empty:hidden">
        {recap === null ? null : <RecapView recap={recap} brief={false} />}
      </div>
    </section>
  )
}
