import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useMarkdownTools } from '../../../markdown/tools.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ContentBoundary } from '../../../ui/text/ContentBoundary.tsx'
import { ChoicesProvider, useChoices } from '../branches/use-choice.ts'
import { SnippedProvider, useSnippedOf } from '../branches/use-snipped.ts'
import { useChat, useSession } from '../chat-context.ts'
import { FoundProvider } from '../find/found-context.ts'
import { useFinding } from '../find/use-finding.tsx'
import { EntryView } from './EntryView.tsx'
import { aheadEntries, storedEntries, streamedEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import { eventOfKey } from './event-of-key.ts'
import { createKeptRows, KeepingProvider, type KeptRows } from './kept-rows.ts'
import { PieceView } from './PieceView.tsx'
import { sourceOfRow } from './plain-words.ts'
import { createRows, type Row } from './rows.ts'
import { useFollow } from './use-follow.ts'
import { topOf, useLeavingPlace, useReadingPlace } from './use-reading-place.ts'
import { useSought } from './use-sought.ts'

/** Rough heights before anything is measured; a good guess keeps the scroll bar honest. */
const GUESSES: Readonly<Record<Entry['kind'] | 'piece', number>> = {
  piece: 400,
  you: 60,
  steer: 48,
  say: 120,
  tools: 60,
  note: 28,
  result: 240,
  recall: 28,
  switched: 28,
  forked: 28,
  agentEnded: 28,
  bridged: 28,
  summing: 200,
  compact: 28,
  misfit: 28,
  cut: 28,
  lost: 28,
  ended: 80,
  open: 28,
  ahead: 28,
}

const PADDING_START = 16

/** Estimated height of a call, between a finished and a running one, in pixels. */
const CALL = 34

function guess(row: Row): number {
  if (row.kind === 'piece') return GUESSES.piece
  const { entry } = row
  return GUESSES[entry.kind] + (entry.kind === 'tools' ? (entry.calls.length - 1) * CALL : 0)
}

/** The conversation. Only what is in sight is drawn; it follows the newest words while the reader is there. */
export function Transcript() {
  const t = useText()
  const { session, app } = useChat()
  const rows = useRows()
  const choices = useChoices()
  const hasOlder = useSession((state) => state.hasOlder)
  const pane = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { virtual, drawn, kept, away, resume, leave } = useDrawn(rows, scroller)
  const scrollTo = (index: number) => {
    leave()
    virtual.scrollToIndex(index, { align: 'center' })
  }
  const scrollBy = (pixels: number) => {
    leave()
    virtual.scrollToOffset((scroller.current?.scrollTop ?? 0) + pixels)
  }
  const sought = useSought(rows, scrollTo)
  const { bar, found } = useFinding({ rows, pane, scroller, scrollTo, scrollBy })
  const snipped = useSnippedOf()
  const isOut = ({ key }: Row) => snipped.events.has(eventOfKey(key))
  const items = virtual.getVirtualItems()
  // Rows beside the drawn ones are kept for the state of what is in them.
  const first = items.find(({ index }) => index >= drawn.current.from)
  const isBeside = ({ index }: VirtualItem) => index < drawn.current.from || index > drawn.current.to
  const atTop = hasOlder && (first?.index ?? 1) < 4
  const oldest = useSession((state) => state.path[0]?.id)
  useEffect(() => {
    if (atTop && oldest !== undefined) app.attempt(session.loadOlder())
  }, [atTop, oldest, app, session])
  return (
    <div ref={pane} className="relative flex min-h-0 flex-1 flex-col">
      {bar}
      <h2 className="unseen">{t('chat.conversation')}</h2>
      <div
        ref={scroller}
        role="log"
        aria-label={t('chat.conversation')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation scrolls by keyboard
        tabIndex={0}
        className="mb-(--toasts-room) min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          <div
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${first?.start ?? 0}px)` }}
          >
            <FoundProvider value={found}>
              <SnippedProvider value={snipped}>
                <ChoicesProvider value={choices}>
                  {items.map((item) => {
                    const row = rows[item.index]
                    return row === undefined ? null : (
                      <div
                        key={item.key}
                        ref={virtual.measureElement}
                        data-index={item.index}
                        data-sought={row.key === sought || undefined}
                        data-snipped={isOut(row) || undefined}
                        className={classNames(
                          spaceBelow(row),
                          row.key === sought && 'bg-select-live',
                          isOut(row) && LEFT_OUT,
                          isBeside(item) && 'invisible absolute inset-x-0',
                        )}
                        style={isBeside(item) ? { top: item.start - (first?.start ?? 0) } : undefined}
                      >
                        <Column>
                          {isOut(row) ? <span className="unseen">{t('snip.row')}</span> : null}
                          <RowView row={row} kept={kept} />
                        </Column>
                      </div>
                    )
                  })}
                </ChoicesProvider>
              </SnippedProvider>
            </FoundProvider>
          </div>
        </div>
      </div>
      {away ? <JumpButton onJump={resume} /> : null}
    </div>
  )
}

/** The content of a row. Parts of it can keep the row drawn out of sight. */
function RowView({ row, kept }: { readonly row: Row; readonly kept: KeptRows }) {
  const keeping = useMemo(() => ({ kept, row: row.key }), [kept, row.key])
  return (
    <KeepingProvider value={keeping}>
      <ContentBoundary source={() => sourceOfRow(row)}>
        {row.kind === 'piece' ? (
          <PieceView blocks={row.blocks} answer={row.answer} leads={row.leads} />
        ) : (
          <EntryView entry={row.entry} />
        )}
      </ContentBoundary>
    </KeepingProvider>
  )
}

/** Returns the space below a row: smaller between parts of one entry, none between parts of a call list. */
function spaceBelow(row: Row): string {
  if (row.kind === 'piece') return row.goesOn ? 'pb-(--gap-piece)' : 'pb-(--gap-entry)'
  return row.entry.kind === 'tools' && row.entry.cut?.below === true ? '' : 'pb-(--gap-entry)'
}

/** Styles of a side line that takes no space. */
const LEFT_OUT =
  'relative before:absolute before:inset-y-0 before:left-0 before:border-line-strong before:border-l-2 before:border-dashed'

/** Returns the rendered rows, from the last reading position or the end. */
function useDrawn(rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>) {
  const place = useReadingPlace(rows)
  const heightOf = (row: Row) => place?.heights.get(row.key) ?? guess(row)
  const [, setKept] = useState(0)
  const drawn = useRef({ from: 0, to: 0 })
  const listed = useRef(rows)
  listed.current = rows
  const kept = useMemo(() => {
    const isInSight = (row: string) => {
      const { from, to } = drawn.current
      return listed.current.slice(from, to + 1).some(({ key }) => key === row)
    }
    return createKeptRows(isInSight, () => setKept((count) => count + 1))
  }, [])
  const rangeOf = (range: Range): number[] => {
    const inSight = defaultRangeExtractor(range)
    drawn.current = { from: inSight[0] ?? 0, to: inSight.at(-1) ?? 0 }
    const names = kept.rows()
    if (names.length === 0) return inSight
    const beside = rows.flatMap(({ key }, index) => (names.includes(key) ? [index] : []))
    return [...new Set([...inSight, ...beside])].sort((left, right) => left - right)
  }
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 0 : heightOf(row)
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    // The newest words come first: they are drawn before anything is scrolled or measured.
    initialOffset: () =>
      place === null
        ? rows.reduce((sum, row) => sum + guess(row), 0)
        : PADDING_START + topOf(rows, place, heightOf),
    rangeExtractor: rangeOf,
    overscan: 4,
    paddingStart: PADDING_START,
    paddingEnd: 4,
    anchorTo: 'end',
  })
  const { isFollowing, ...follow } = useFollow(scroller, place)
  useLeavingPlace(virtual, scroller, isFollowing)
  return { virtual, drawn, kept, ...follow }
}

/** As wide as the composer below: the 10 px that the scroll bar keeps free on both sides count as margin. */
function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[748px] px-3.5">{children}</div>
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

/** Returns the stored rows followed by the streaming ones. */
function useRows(): readonly Row[] {
  const { lex } = useMarkdownTools()
  const path = useSession((state) => state.path)
  const runs = useSession((state) => state.folds.runs)
  const inflight = useSession((state) => state.inflight)
  const ahead = useSession((state) => state.ahead)
  const rows = useMemo(() => createRows(lex), [lex])
  const [turn, setTurn] = useState(0)
  const kind = useSession((state) => state.folds.session?.kind ?? 'chat')
  const task = useSession((state) => state.folds.session?.task)
  const stored = useMemo(() => {
    const session = task === undefined ? { kind } : { kind, task }
    return storedEntries(path, runs, session)
  }, [path, runs, kind, task])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn reads on in texts that came too fast
  const storedRows = useMemo(() => rows.rowsOf(stored), [stored, rows, turn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const all = useMemo(
    () => [
      ...storedRows,
      ...rows.rowsOf(aheadEntries(path, ahead)),
      ...rows.rowsOf(inflight.flatMap(streamedEntries)),
    ],
    [storedRows, path, ahead, inflight, rows, turn],
  )
  useEffect(() => {
    if (!rows.isBehind()) return
    const frame = requestAnimationFrame(() => {
      rows.turn()
      setTurn(turn + 1)
    })
    return () => cancelAnimationFrame(frame)
  })
  return all
}
