import type { RequestId } from '#shared/ids.ts'
import { describeRule } from '#shared/permission/describe-rule.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'

/**
 * Returns the key of requests that can be answered together: the same tool and the same rules to be saved.
 * Without a rule the requests must be identical.
 */
export function likeness({ ask }: InboxItem): string | null {
  if (ask.what !== 'permission') return null
  const rules = rulesOf([ask])
  return JSON.stringify([
    ask.tool,
    ask.preview?.kind,
    rules.length > 0 ? rules : deedOf(ask.preview, ask.args),
  ])
}

/** The rules a lasting answer to these requests would save, as people read them: each once, in order. */
export function rulesOf(asks: readonly InboxItem['ask'][]): readonly string[] {
  return [...new Set(asks.flatMap((ask) => (ask.proposedRules ?? []).map(describeRule)))].toSorted()
}

/** Whether all of these requests can be answered permanently. */
export function canLast(items: readonly InboxItem[]): boolean {
  return items.length > 0 && items.every(({ ask }) => (ask.proposedRules ?? []).length > 0)
}

/** Puts a request into the selection or takes it out. What is not like the others begins a new one. */
export function toggled(
  items: readonly InboxItem[],
  selected: ReadonlySet<RequestId>,
  wanted: InboxItem,
): ReadonlySet<RequestId> {
  const id = wanted.ask.requestId
  if (selected.has(id)) return new Set([...selected].filter((each) => each !== id))
  const kind = likeness(wanted)
  if (kind === null) return selected
  const alike = items.filter((item) => selected.has(item.ask.requestId) && likeness(item) === kind)
  return new Set([...alike.map(({ ask }) => ask.requestId), id])
}

/** This request and every other that is like it. */
export function allLike(items: readonly InboxItem[], one: InboxItem): ReadonlySet<RequestId> {
  const kind = likeness(one)
  if (kind === null) return new Set()
  return new Set(items.filter((item) => likeness(item) === kind).map(({ ask }) => ask.requestId))
}

/** Returns the selected requests that are still pending. */
export function selectedOf(
  items: readonly InboxItem[],
  selected: ReadonlySet<RequestId>,
): readonly InboxItem[] {
  return items.filter(({ ask }) => selected.has(ask.requestId))
}

function deedOf(preview: ApprovalPreview | undefined, args: unknown): unknown {
  return preview ?? args ?? null
}
