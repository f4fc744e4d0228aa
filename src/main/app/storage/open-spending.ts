import type { Database } from 'better-sqlite3'
import { createModelRequests } from '../../log/model-requests.ts'
import { createSpendHolds } from '../../runs/limits/spend-holds.ts'
import { createSpending } from '../../usage/spending.ts'

type Deps = Omit<Parameters<typeof createSpending>[0], 'requests'> & { readonly db: Database }

/** Opens the cost tracking of requests with the limits per day and month. */
export function openSpending({ db, ...deps }: Deps) {
  const requests = createModelRequests(db)
  const spending = createSpending({
    clock: deps.clock,
    config: deps.config,
    modelOf: deps.modelOf,
    requests,
  })
  return { requests, spending, holds: createSpendHolds({ spent: spending }) }
}
