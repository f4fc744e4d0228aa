import type { NewId } from '../lib/ids.ts'

const NOUNS = {
  evt: 'event',
  ctx: 'context',
  run: 'run',
  pln: 'plan',
  req: 'request',
  que: 'queueItem',
  blb: 'blob',
} as const
type Prefix = keyof typeof NOUNS

const ID = /^(evt|ctx|run|pln|req|que|blb)_[0-9a-z]{8,40}$/

/** Fields with foreign data: anything that looks like an id there is not the app's own. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...['args', 'details', 'data', 'value', 'metadata', 'replay', 'attrs', 'detail', 'preview'],
  ...['text', 'content', 'title', 'goal', 'summary', 'prompt', 'reason'],
])

/** Gives everything in a file a new name here, the same for the same. */
export function createFreshIds(newId: NewId) {
  const names = new Map<string, string>()

  const of = (id: string): string => {
    const prefix = ID.exec(id)?.[1]
    if (prefix === undefined) return id
    const known = names.get(id)
    if (known !== undefined) return known
    const fresh: string = newId(NOUNS[prefix as Prefix])
    names.set(id, fresh)
    return fresh
  }

  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return of(value)
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, FOREIGN.has(key) ? item : inside(item)]),
    )
  }

  return {
    of,
    /** The same data with new ids in it. */
    inside,
    /** Names something that has been stored under a name already. */
    set: (id: string, fresh: string): void => void names.set(id, fresh),
  }
}

export type FreshIds = ReturnType<typeof createFreshIds>
