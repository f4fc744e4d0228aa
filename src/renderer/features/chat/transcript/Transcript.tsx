import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { useChat, useSession } from '../chat-context.ts'
import { EntryView } from './EntryView.tsx'
import { type Entry, storedEntries, streamedEntries } from './entries.ts'
import { useFollow } from './use-follow.ts'

/** Rough heights before anything is measured; a good guess keeps the scroll bar honest. */
const GUESSES: Readonly<Record<Entry['kind'], number>> = {
  you: 60,
  steer: 76,
  say: 120,
  tools: 60,
  note: 28,
  compact: 28,
  cut: 28,
  ended: 80,
}

/** The conversation. Only what is in sight is drawn; it follows the newest words while the reader is there. */
export function Transcript() {
  const t = useText()
  const { session, app } = useChat()
  const entries = useEntries()
  const hasOlder = useSession((state) => state.hasOlder)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => GUESSES[entries[index]?.kind ?? 'say'],
    getItemKey: (index) => entries[index]?.key ?? index,
    // The newest words come first: they are drawn before anything is scrolled or measured.
    initialOffset: () => entries.reduce((sum, entry) => sum + GUESSES[entry.kind], 0),
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 4,
    anchorTo: 'end',
  })
  const { away, resume } = useFollow(scroller)
  const items = virtual.getVirtualItems()
  const atTop = hasOlder && (items[0]?.index ?? 1) < 4
  const oldest = useSession((state) => state.path[0]?.id)
  useEffect(() => {
    if (atTop && oldest !== undefined) app.attempt(session.loadOlder())
  }, [atTop, oldest, app, session])
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h2 className="unseen">{t('chat.conversation')}</h2>
      <div
        ref={scroller}
        role="log"
        aria-label={t('chat.conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation scrolls by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          <div
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
          >
            {items.map((item) => {
              const entry = entries[item.index]
              return entry === undefined ? null : (
                <div key={item.key} ref={virtual.measureElement} data-index={item.index} className="pb-3">
                  <Column>
                    <EntryView entry={entry} />
                  </Column>
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {away ? <JumpButton onJump={resume} /> : null}
    </div>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[768px] px-6">{children}</div>
}

function JumpButton({ onJump }: { onJump: () => void }) {
  const t = useText()
  const waits = useSession((state) => Object.keys(state.folds.interactions).length > 0)
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button icon="down" size="small" onClick={onJump} className="pointer-events-auto bg-overlay shadow-pop">
        {t('chat.jump')}
        {waits ? <Mark state="wait" /> : null}
      </Button>
    </div>
  )
}

/** What is stored, then what is being streamed. */
function useEntries(): readonly Entry[] {
  const path = useSession((state) => state.path)
  const runs = useSession((state) => state.folds.runs)
  const inflight = useSession((state) => state.inflight)
  const stored = useMemo(() => storedEntries(path, runs), [path, runs])
  return useMemo(() => [...stored, ...inflight.flatMap(streamedEntries)], [stored, inflight])
}
