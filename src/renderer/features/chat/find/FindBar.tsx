import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useChat, useSession } from '../chat-context.ts'
import type { Find } from './use-find.ts'

type FindBarProps = { readonly find: Find; readonly onClose: () => void }

/** Shows the find bar of the open chat: query, number of matches, previous and next. */
export function FindBar({ find, onClose }: FindBarProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const { step } = find
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useEffect(() => {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const none = find.answer === null || find.answer.hits.length === 0
  return (
    <search
      aria-label={t('find.title')}
      className="absolute top-2 right-6 z-(--z-sticky) grid w-96 max-w-[calc(100%-48px)] gap-1 rounded-lg bg-overlay p-1.5 shadow-pop"
    >
      <div ref={box} className="flex items-center gap-1">
        <TextInput
          icon="search"
          quiet
          type="search"
          aria-label={t('find.box')}
          placeholder={t('find.title')}
          value={find.query}
          onText={find.setQuery}
          onKeyDown={onKeyDown}
          aria-keyshortcuts="Enter Shift+Enter F3 Shift+F3 Escape"
          className="flex-1"
          end={<Count find={find} />}
        />
        <IconButton icon="arrow-up" label={t('find.previous')} disabled={none} onClick={() => step(-1)} />
        <IconButton icon="arrow-down" label={t('find.next')} disabled={none} onClick={() => step(1)} />
        <IconButton icon="x" label={t('find.close')} onClick={onClose} />
      </div>
      <Notes find={find} />
    </search>
  )
}

function Count({ find }: { find: Find }) {
  const t = useText()
  const { answer, at, count, waiting } = find
  const words = () => {
    if (answer === null) return waiting ? t('find.waiting') : ''
    if (count === 0) return t('find.none')
    return t(answer.cut ? 'find.placeOfMany' : 'find.place', { at: at + 1, count })
  }
  return (
    <span role="status" className="figures shrink-0 whitespace-nowrap text-fg-3 text-xs">
      {words()}
    </span>
  )
}

/** Shows notices about the search: a failure, a match on another branch, an incomplete index. */
function Notes({ find }: { find: Find }) {
  const t = useText()
  const { api, app } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const { hit, problem, answer } = find
  if (problem !== null) {
    return (
      <p role="alert" className="flex items-center gap-2 px-1 text-bad-fg text-sm">
        <span className="min-w-0 grow">{problem.message}</span>
        <Button size="small" look="ghost" onClick={find.retry}>
          {t('ui.retry')}
        </Button>
      </p>
    )
  }
  if (hit?.elsewhere && sessionId !== null) {
    const go = () => app.attempt(api.command('session.visit', { sessionId, eventId: hit.eventId }))
    return (
      <p role="status" className="flex items-center gap-2 px-1 text-fg-2 text-sm">
        <span className="min-w-0 grow">{t('find.elsewhere')}</span>
        <Button size="small" look="ghost" onClick={go}>
          {t('find.goThere')}
        </Button>
      </p>
    )
  }
  if (answer === null || answer.behind === 0) return null
  return (
    <p role="status" className="px-1 text-fg-3 text-xs">
      {t('find.behind')}
    </p>
  )
}
