import { type ReactNode, useState } from 'react'
import type { Plan } from '#shared/plan/plan.ts'
import { ChangePlan } from './ChangePlan.tsx'
import { OpenPlanChangeProvider } from './open-plan-change.ts'

/** Everything inside can open a plan to be changed. The change outlives the pane it was opened from. */
export function PlanChangeHost({ children }: { readonly children: ReactNode }) {
  const [plan, setPlan] = useState<Plan | null>(null)
  return (
    <OpenPlanChangeProvider value={setPlan}>
      {children}
      {plan === null ? null : <ChangePlan plan={plan} onClose={() => setPlan(null)} />}
    </OpenPlanChangeProvider>
  )
}
