import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { useChat, useSession } from '../chat-context.ts'
import { matchIn, rowOf } from '../transcript/row-of.ts'
import type { Row } from '../transcript/rows.ts'
import { FindBar } from './FindBar.tsx'
import type { FoundPlace } from './found-context.ts'
import { clearPlaces, paintPlaces } from './highlights.ts'
import { scrollToMatch } from './scroll-to-match.ts'
import { useFind } from './use-find.ts'
import { useFindKeys } from './use-find-keys.ts'

type Place = {
  readonly rows: readonly Row[]
  /** The element that handles the keys. */
  readonly pane: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  /** Brings a row into the view. */
  readonly scrollTo: (index: number) => void
  readonly scrollBy: (pixels: number) => void
}

/** Finding in the open chat, or in the conversation of an agent: the bar while it is open, and the place the person is at. */
export function useFinding(place: Place): { bar: ReactNode; found: FoundPlace | null } {
  const { rows, pane, scroller } = place
  const { app, session } = useChat()
  const sessionId = useSession((state) => state.sessionId)
  const path = useSession((state) => state.path)
  const find = useFind(sessionId)
  const close = useFindKeys(find, pane)
  const here = find.hit !== null && !find.hit.elsewhere ? find.hit.eventId : null
  const { marks } = find
  const word = wordOf(marks)
  useEffect(() => {
    if (here !== null) app.attempt(session.show(here, word))
  }, [here, word, app, session])

  const found = useMemo(() => placeOf(path, here, word), [path, here, word])
  const { nth: wanted } = find
  const match = useMemo(() => {
    const first = here === null ? -1 : rowOf(rows, path, here)
    return first < 0 ? null : matchIn(rows, first, marks, wanted)
  }, [rows, path, here, marks, wanted])
  const index = match?.index ?? -1
  const nth = match?.nth ?? 0
  const callId = found?.call?.callId ?? null
  const current = useRef<Range | null>(null)
  useEffect(() => {
    const { current: root } = scroller
    if (root === null || !find.open) return
    const hereIn = (row: HTMLElement) =>
      row.dataset['index'] === `${index}` ? { part: partOf(row, callId), nth } : null
    return keepPainted(root, () => {
      current.current = paintPlaces(root, marks, hereIn)
    })
  }, [scroller, find.open, marks, index, nth, callId])
  const latest = useRef(place)
  latest.current = place
  const isReady = index >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each match is gone to once; after that the person scrolls
  useEffect(() => {
    const { current: root } = scroller
    if (root === null || !find.open || !isReady) return
    current.current = null
    return scrollToMatch({
      scroller: root,
      match: () => current.current,
      toRow: () => latest.current.scrollTo(index),
      by: (pixels) => latest.current.scrollBy(pixels),
    })
  }, [scroller, find.open, isReady, here, wanted, marks])

  return {
    bar: find.open ? <FindBar find={find} onClose={close} /> : null,
    found,
  }
}

/** The card of a call in a row of several; the row itself where it holds one message. */
function partOf(row: HTMLElement, callId: string | null): HTMLElement {
  if (callId === null) return row
  const cards = [...row.querySelectorAll<HTMLElement>('[data-call]')]
  return cards.find((card) => card.dataset['call'] === callId) ?? row
}

/** Returns the search word for the part of a long text: the longest one for separate matches. */
function wordOf(marks: readonly string[]): string {
  const [whole = '', ...words] = marks
  return words.reduce((longest, each) => (each.length > longest.length ? each : longest), words[0] ?? whole)
}

/** Paints now, and again whenever something else is drawn: rows come and go while the person scrolls. */
function keepPainted(root: HTMLElement, paint: () => void): () => void {
  let frame = requestAnimationFrame(paint)
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(paint)
  })
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    clearPlaces()
  }
}

function placeOf(path: readonly DurableEvent[], eventId: EventId | null, words: string): FoundPlace | null {
  const event = eventId === null ? undefined : path.find((each) => each.id === eventId)
  if (event === undefined) return null
  const tool = event.kind === 'message' ? event.payload.message.tool : undefined
  const call = tool === undefined ? null : { callId: tool.callId, runId: event.runId ?? null }
  return { eventId: event.id, call, words }
}
