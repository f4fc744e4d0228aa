import { createContext, type ReactNode, useContext, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RequestId } from '#shared/ids.ts'
import type { PlanDraft } from './plan-draft.ts'

/** The person's edits to a proposed plan before the answer. */
export type KeptPlan = { readonly draft: PlanDraft; readonly editing: boolean; readonly reason: string }

type Kept = Readonly<Record<RequestId, KeptPlan>>

/** Maximum kept edits: more plans are rarely edited in parallel. */
const MOST_KEPT = 20

const KeptContext = createContext<StoreApi<Kept> | null>(null)

/** Inside of it a plan that is being changed is kept while the window shows something else, and is the same everywhere. */
export function KeptPlans({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createStore<Kept>(() => ({})))
  return <KeptContext value={store}>{children}</KeptContext>
}

/** Returns the edited plan, or its initial state, and a setter. */
export function useKeptPlan(
  id: RequestId,
  begins: () => KeptPlan,
): [KeptPlan, (change: Partial<KeptPlan>) => void] {
  const store = useContext(KeptContext)
  if (store === null) throw new Error('A plan is changed outside of the window that keeps it.')
  const [first] = useState(begins)
  const kept = useStore(store, (all) => all[id] ?? first)
  const keep = (change: Partial<KeptPlan>) =>
    store.setState((all) => {
      const others = Object.entries(all).filter(([other]) => other !== id)
      const now = { ...(all[id] ?? first), ...change }
      return Object.fromEntries([...others.slice(1 - MOST_KEPT), [id, now]])
    }, true)
  return [kept, keep]
}
