import type { Database } from 'better-sqlite3'
import type { MemoryId } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import type { PairReason } from '#shared/memory/pair.ts'
import { ARCHIVED_TAG } from '#shared/memory/store-command.ts'
import { isSameScope } from '../../database/scope-columns.ts'
import { claimOf, saysOtherwise } from '../../ranking/claim.ts'
import type { FoundPair, FoundPairs, MemoryQuestion } from '../index-question.ts'
import { itemOf, type MemoryRows } from '../rows.ts'
import { createHeldRows } from './held-rows.ts'
import { pairName } from './pair-name.ts'

type Deps = {
  readonly log: Database
  readonly rows: Pick<MemoryRows, 'byIds'>
  /** Pairs in much the same words, or of much the same meaning; of one item, or all. The newest first. */
  readonly alike: (about: MemoryId | null, model: string | null) => readonly (readonly [MemoryId, MemoryId])[]
}

/** Maximum pairs, more than a person reviews in one sitting. */
export const MOST_PAIRS = 500

/** Finds memories that are seen together and contradict or repeat each other, unless the person said that both hold. */
export function createPairFinder({ log, rows, alike }: Deps) {
  const held = createHeldRows(log)
  const named = log.prepare<[{ about: MemoryId | null }], { one: MemoryId; other: MemoryId }>(
    `SELECT i.id AS one, o.id AS other FROM memory_items AS i JOIN memory_items AS o
       ON o.key = i.key COLLATE NOCASE AND o.id > i.id AND o.removed_at IS NULL
     WHERE i.removed_at IS NULL AND (@about IS NULL OR i.id = @about OR o.id = @about)
       AND (i.scope = 'user' OR o.scope = 'user' OR i.scope_id = o.scope_id)
     ORDER BY max(i.updated_at, o.updated_at) DESC LIMIT ${MOST_PAIRS}`,
  )
  return ({ about, model, limit }: Extract<MemoryQuestion, { t: 'pairs' }>): FoundPairs => {
    const all = [
      ...named.all({ about }).map(({ one, other }) => [one, other] as const),
      ...alike(about, model),
    ]
    const items = new Map(rows.byIds(all.flat()).map((row) => [row.id, itemOf(row)]))
    const agreed = held.all()
    const found = new Map<string, Pair>()
    for (const [left, right] of all) {
      const [one, other] = [items.get(left), items.get(right)]
      if (one === undefined || other === undefined || agreed.has(pairName(left, right))) continue
      if (isPutAway(one) || isPutAway(other) || !areSeenTogether(one, other)) continue
      const [newer, older] = one.updatedAt >= other.updatedAt ? [one, other] : [other, one]
      const why = whyOf(newer, older)
      const named = why === 'contradicts' && isSameKey(newer, older)
      const pair = { one: newer.id, other: older.id, why, at: newer.updatedAt, named }
      found.set(pairName(left, right), pair)
    }
    const ordered = withoutSeries([...found.values()]).sort(
      (left, right) => ORDER.indexOf(left.why) - ORDER.indexOf(right.why) || right.at - left.at,
    )
    return {
      pairs: ordered.slice(0, limit).map(({ at: _at, named: _named, ...pair }) => pair),
      total: ordered.length,
    }
  }
}

/** `named`: under one key. */
type Pair = FoundPair & { readonly at: number; readonly named: boolean }

const ORDER: readonly PairReason[] = ['contradicts', 'same', 'alike']

function isPutAway({ tags }: MemoryItem): boolean {
  return tags.includes(ARCHIVED_TAG)
}

function areSeenTogether({ scope: one }: MemoryItem, { scope: other }: MemoryItem): boolean {
  return one.level === 'user' || other.level === 'user' || isSameScope(one, other)
}

function whyOf(one: MemoryItem, other: MemoryItem): PairReason {
  if (folded(one.content) === folded(other.content)) return 'same'
  if (isSameKey(one, other)) return 'contradicts'
  return saysOtherwise(claimOf(one.content), claimOf(other.content)) ? 'contradicts' : 'alike'
}

function isSameKey(one: MemoryItem, other: MemoryItem): boolean {
  return folded(one.key) === folded(other.key)
}

/** Items that differ only in a number belong to a list from this count on; each one then holds. */
const SERIES = 3

function withoutSeries(pairs: readonly Pair[]): Pair[] {
  const counts = new Map<MemoryId, number>()
  const otherwise = ({ why, named }: Pair) => why === 'contradicts' && !named
  for (const pair of pairs.filter(otherwise))
    for (const id of [pair.one, pair.other]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const isEntry = (id: MemoryId) => (counts.get(id) ?? 0) >= SERIES
  return pairs.filter((pair) => !(otherwise(pair) && (isEntry(pair.one) || isEntry(pair.other))))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
