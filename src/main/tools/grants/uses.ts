import type { GrantId } from '#shared/ids.ts'
import type { GrantRows } from './rows.ts'

type Deps = {
  readonly rows: Pick<GrantRows, 'used'>
  readonly now: () => number
  readonly schedule: (ms: number, act: () => void) => () => void
  /** Called after counts were stored. */
  readonly told: () => void
}

/** A tool can ask about a thousand files in a second; what it used is stored once for all of them. */
const GATHER_MS = 1_000

/** Counts how often permissions were used. */
export function createUses({ rows, now, schedule, told }: Deps) {
  const counted = new Map<GrantId, { times: number; at: number }>()
  let cancel: (() => void) | null = null

  const store = (): void => {
    cancel = null
    for (const [id, count] of counted) rows.used.run({ id, ...count })
    counted.clear()
  }

  return {
    note: (id: GrantId): void => {
      counted.set(id, { times: (counted.get(id)?.times ?? 0) + 1, at: now() })
      cancel ??= schedule(GATHER_MS, () => {
        store()
        told()
      })
    },
    close: (): void => {
      cancel?.()
      store()
    },
  }
}
