import { useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/inbox.ts'
import { needsReview } from '../../../approvals/approval-size.ts'
import { useAgents } from '../agents-context.ts'
import { allLike, canLast, selectedOf, toggled } from './alike.ts'
import { cursorOn, type InboxCursor, itemAt, moved } from './inbox-cursor.ts'
import type { InboxAction } from './inbox-keys.ts'
import { type Said, useAnswers } from './use-answers.ts'

/** A key that was on its way when another request came under the cursor must not answer that one. */
const UNREAD_MS = 300
const NONE: readonly InboxItem[] = []
const NOBODY: ReadonlySet<RequestId> = new Set()

/** The inbox as the person works in it: the cursor, what is selected, and what is shown in full. */
export function useInbox() {
  const { inbox } = useAgents()
  const items = useStore(inbox.store, (state) => state.items) ?? NONE
  const answers = useAnswers()
  const [cursor, setCursor] = useState<InboxCursor>({ id: null, at: 0 })
  const [picked, setPicked] = useState<ReadonlySet<RequestId>>(NOBODY)
  const [whole, setWhole] = useState<ReadonlySet<RequestId>>(NOBODY)
  const [denying, setDenying] = useState<RequestId | 'selected' | null>(null)
  const current = itemAt(items, cursor)
  const selected = selectedOf(items, picked)
  const cameUp = useCameUp(current, cursor.id)
  /** What a key answers: the selection where there is one, otherwise what is under the cursor. */
  const targets = selected.length > 0 ? selected : current === null ? NONE : [current]

  const enter = (item: InboxItem) => setCursor(cursorOn(items, item))
  const say = (to: readonly InboxItem[], said: Said) => {
    // The cursor stays at the place, where the next one comes up.
    if (current !== null) setCursor({ id: current.ask.requestId, at: items.indexOf(current) })
    setDenying(null)
    setPicked(NOBODY)
    answers.answer(to, said)
  }
  const showWhole = (some: readonly InboxItem[]) =>
    setWhole((before) => new Set([...before, ...some.map(({ ask }) => ask.requestId)]))

  const allow = (scope: 'once' | 'session' | 'project') => {
    const permissions = targets.filter(({ ask }) => ask.what === 'permission')
    const unread = permissions.filter(({ ask }) => needsReview(ask.preview) && !whole.has(ask.requestId))
    if (permissions.length === 0 || performance.now() - cameUp.current < UNREAD_MS) return
    // Nothing is allowed that was not in sight.
    if (unread.length > 0) showWhole(unread)
    else if (scope === 'once' || canLast(permissions))
      say(permissions, { outcome: 'approved', remember: { scope } })
  }

  /** Does what a key means; answers with what is left to the pane. */
  const act = (action: InboxAction): 'open' | 'help' | 'moved' | null => {
    switch (action.does) {
      case 'move': {
        const to = moved(items, cursor, action.step)
        if (to !== null) enter(to)
        return 'moved'
      }
      case 'allow':
        allow(action.scope)
        return null
      case 'deny':
        if (targets.some(({ ask }) => ask.what === 'permission'))
          setDenying(selected.length > 1 ? 'selected' : (targets[0]?.ask.requestId ?? null))
        return null
      case 'select':
        if (current !== null) setPicked(toggled(items, picked, current))
        return null
      case 'selectAlike':
        if (current !== null) setPicked(allLike(items, current))
        return null
      case 'whole':
        showWhole(targets)
        return null
      case 'leave':
        setPicked(NOBODY)
        setDenying(null)
        return null
      default:
        return action.does
    }
  }

  return {
    ...{ items, current, selected, denying, setDenying, enter, say, act, showWhole },
    isSelected: (id: RequestId) => picked.has(id),
    isWhole: (id: RequestId) => whole.has(id),
    clear: useCallback(() => setPicked(NOBODY), []),
    problemOf: answers.problemOf,
  }
}

export type InboxWork = ReturnType<typeof useInbox>

/** When the request under the cursor came there by itself; a person who moved knows where they are. */
function useCameUp(current: InboxItem | null, cursorId: RequestId | null) {
  const at = useRef(Number.NEGATIVE_INFINITY)
  const seen = useRef<RequestId | null>(null)
  const id = current?.ask.requestId ?? null
  if (seen.current !== id) {
    seen.current = id
    at.current = id === cursorId ? Number.NEGATIVE_INFINITY : performance.now()
  }
  return at
}
