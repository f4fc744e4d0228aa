import { useEffect, useMemo, useRef, useState } from 'react'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Preview } from './Preview.tsx'
import { reviewPages } from './review-pages.ts'

type ReviewProps = {
  readonly asked: Interaction
  /** Called once, when the end of the last page was visible. */
  readonly onRead: () => void
}

/** All of a long request, page by page. It counts as read once the end of its last page was in sight. */
export function Review({ asked, onRead }: ReviewProps) {
  const t = useText()
  const { preview } = asked
  const pages = useMemo(() => (preview === undefined ? [] : reviewPages(preview)), [preview])
  const [page, setPage] = useState(0)
  const top = useRef<HTMLDivElement>(null)
  const shown = pages[page]
  const isLast = page >= pages.length - 1
  const goTo = (next: number) => {
    setPage(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Preview key={page} asked={shown === undefined ? asked : { ...asked, preview: shown }} />
      {pages.length < 2 ? null : (
        <nav aria-label={t('chat.reviewPages')} className="flex items-center gap-2">
          <Button size="small" disabled={page === 0} onClick={() => goTo(page - 1)}>
            {t('chat.reviewBack')}
          </Button>
          <Button size="small" disabled={isLast} onClick={() => goTo(page + 1)}>
            {t('chat.reviewNext')}
          </Button>
          <span role="status" className="figures text-fg-3 text-xs">
            {t('chat.reviewPage', { page: page + 1, pages: pages.length })}
          </span>
        </nav>
      )}
      {isLast ? <End key={page} onSeen={onRead} /> : null}
    </div>
  )
}

/** The end of what is to be read. */
function End({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    const { current: place } = end
    if (place === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) seen.current()
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} className="h-px" />
}
