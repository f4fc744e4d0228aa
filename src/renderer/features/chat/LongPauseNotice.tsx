import { useState } from 'react'
import type { EventId } from '#shared/ids.ts'
import { longPause } from '#shared/session/recaps/long-pause.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { agoText, useNow } from '../../ui/base/time.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useChat, useSession } from './chat-context.ts'
import type { ComposerTarget } from './composer/composer-target.ts'

/** Interval of the check whether an open chat was idle for long, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60 * 1_000

/** Offers a new chat where this one was left long ago. What is typed goes along; nothing else changes. */
export function LongPauseNotice({ target }: { target: ComposerTarget }) {
  const t = useText()
  const { app, drafts } = useChat()
  const path = useSession((state) => (state.sessionId === target.sessionId ? state.path : null))
  const [passedOver, setPassedOver] = useState<EventId | null>(null)
  const now = useNow(LOOK_EVERY_MS)
  const pause = path === null || target.runId !== null ? null : longPause(path, now)
  const { projectId, key } = target
  if (pause === null || pause.end === passedOver || projectId === null) return null
  const begin = () => {
    const typed = drafts.of(key)
    const there = drafts.of(projectId)
    if (typed.text.trim() !== '') {
      drafts.setText(projectId, there.text === '' ? typed.text : `${there.text}\n${typed.text}`)
      drafts.setText(key, '')
    }
    if (typed.files.length > 0) {
      drafts.setFiles(projectId, [...there.files, ...typed.files])
      drafts.setFiles(key, [])
    }
    app.openProject(projectId)
  }
  return (
    <div role="status" className="flex items-center gap-2 pb-2 text-fg-2 text-sm">
      <Icon name="info" size="s" className="text-fg-3" />
      <span className="min-w-0 grow">{t('chat.longPause', { ago: agoText(t, now - pause.since) })}</span>
      <Button size="small" look="ghost" onClick={begin}>
        {t('chat.longPause.new')}
      </Button>
      <IconButton
        icon="x"
        size="small"
        label={t('chat.longPause.stay')}
        onClick={() => setPassedOver(pause.end)}
      />
    </div>
  )
}
