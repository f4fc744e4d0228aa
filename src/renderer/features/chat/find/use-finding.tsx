import { type ReactNode, type RefObject, useEffect, useMemo } from 'react'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { useChat, useSession } from '../chat-context.ts'
import { rowOf } from '../transcript/row-of.ts'
import type { Row } from '../transcript/rows.ts'
import { FindBar } from './FindBar.tsx'
import type { FoundPlace } from './found-context.ts'
import { clearPlaces, paintPlaces, scrollInside } from './highlights.ts'
import { useFind } from './use-find.ts'
import { useFindKeys } from './use-find-keys.ts'

type Place = {
  readonly rows: readonly Row[]
  /** What the keys belong to. */
  readonly pane: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
}

/** Finding in the open chat, or in the conversation of an agent: the bar while it is open, and the place the person is at. */
export function useFinding({ rows, pane, scroller }: Place): { bar: ReactNode; found: FoundPlace | null } {
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

  const row = useMemo(() => (here === null ? null : rows[rowOf(rows, path, here)]), [rows, path, here])
  const index = row == null ? -1 : rows.indexOf(row)
  useEffect(() => {
    const { current: root } = scroller
    if (root === null || !find.open) return
    let arrived = false
    return keepPainted(root, () => {
      const place = paintPlaces(root, marks, (each) => each.dataset['index'] === `${index}`)
      if (place === null || arrived) return
      // Once: after that the person scrolls.
      arrived = true
      scrollInside(place)
    })
  }, [scroller, find.open, marks, index])

  return {
    bar: find.open ? <FindBar find={find} onClose={close} /> : null,
    found: useMemo(() => placeOf(path, here, word), [path, here, word]),
  }
}

/** By what the part of a long text is found: of words that stand apart by the longest. */
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
