import { useState } from 'react'
import { useStore } from 'zustand'
import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useAgents } from '../agents-context.ts'
import { allLike, canLast, selectedOf, toggled } from './alike.ts'
import { type Expiry, lasting, nextExpiry } from './expiry.ts'
import { cursorOn, type InboxCursor, itemAt, moved } from './inbox-cursor.ts'
import type { InboxDeeds } from './inbox-keys.ts'
import { lockOf } from './lock.ts'
import { type Said, useAnswers } from './use-answers.ts'
import type { Allowance } from './Verdicts.tsx'

const NONE: readonly InboxItem[] = []
const NOBODY: ReadonlySet<RequestId> = new Set()

/** The inbox as the person works in it: the cursor, what is selected, and what is shown in full. */
export function useInbox() {
  const { inbox } = useAgents()
  const items = useStore(inbox.store, (state) => state.items) ?? NONE
  const answers = useAnswers()
  const [cursor, setCursor] = useState<InboxCursor>({ id: null, at: 0 })
  const [denying, setDenying] = useState<RequestId | 'selected' | null>(null)
  const [expiry, setExpiry] = useState<Expiry>('revoked')
  const picked = useRequestSet()
  const whole = useRequestSet()
  const read = useRequestSet()
  const current = itemAt(items, cursor)
  const selected = selectedOf(items, picked.ids)
  /** The targets of a key: the selection, otherwise the request under the cursor. */
  const targets = selected.length > 0 ? selected : current === null ? NONE : [current]
  // A key that was on its way when another request came under the cursor must not answer that one.
  const isUnread = useUnread(targets.map(({ ask }) => ask.requestId).join(' '))

  const enter = (item: InboxItem) => setCursor(cursorOn(items, item))
  const leave = () => {
    picked.set(NOBODY)
    setDenying(null)
  }
  const say = (to: readonly InboxItem[], said: Said) => {
    // The cursor stays at the place, where the next one comes up.
    if (current !== null) enter(current)
    leave()
    setExpiry('revoked')
    answers.answer(to, said)
  }
  const showWhole = (some: readonly InboxItem[]) =>
    whole.set(new Set([...whole.ids, ...some.map(({ ask }) => ask.requestId)]))
  const allow = (to: readonly InboxItem[], allowance: Allowance) => {
    // Nothing is allowed that was not in sight to its end.
    const unread = to.filter((item) => lockOf(item, read.ids) !== null)
    if (unread.length > 0) showWhole(unread)
    else say(to, { outcome: 'approved', remember: lasting(allowance, expiry, Date.now()) })
  }

  const permissions = targets.filter(({ ask }) => ask.what === 'permission')
  const deeds: InboxDeeds = {
    move: (step) => {
      const to = moved(items, cursor, step)
      if (to !== null) enter(to)
    },
    allow: (scope) => {
      if (permissions.length === 0) return
      if (scope === 'once' || canLast(permissions)) allow(permissions, { scope })
    },
    refuse: () => {
      if (permissions.length > 0) say(permissions, { outcome: 'denied', remember: { scope: 'once' } })
    },
    deny: () => {
      const [only] = permissions
      if (only !== undefined) setDenying(selected.length > 1 ? 'selected' : only.ask.requestId)
    },
    expiry: () => setExpiry(nextExpiry(expiry)),
    select: () => current !== null && picked.set(toggled(items, picked.ids, current)),
    selectAlike: () => current !== null && picked.set(allLike(items, current)),
    whole: () => showWhole(targets),
    leave,
  }
  return {
    /** The single target of a key, if there is one. */
    only: targets.length === 1 ? (targets[0] ?? null) : null,
    items,
    current,
    selected,
    denying,
    setDenying,
    expiry,
    setExpiry,
    enter,
    say,
    allow,
    showWhole,
    clear: leave,
    deeds,
    isUnread,
    problemOf: answers.problemOf,
    /** Answers a request that is not under the cursor, without affecting the one there. */
    aside: (item: InboxItem, said: Said) => answers.answer([item], said),
    isSelected: (id: RequestId) => picked.ids.has(id),
    isWhole: (id: RequestId) => whole.ids.has(id),
    /** Notes that all of a request was in sight. */
    markRead: ({ ask }: InboxItem) => read.set(new Set([...read.ids, ask.requestId])),
    lockOf: (item: InboxItem) => lockOf(item, read.ids),
  }
}

export type InboxWork = ReturnType<typeof useInbox>

function useRequestSet() {
  const [ids, set] = useState<ReadonlySet<RequestId>>(NOBODY)
  return { ids, set }
}
