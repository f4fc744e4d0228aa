import { createContext, useContext } from 'react'
import type { Plan } from '#shared/plan/plan.ts'

type OpenPlanChange = (plan: Plan) => void

const OpenPlanChangeContext = createContext<OpenPlanChange | null>(null)

export const OpenPlanChangeProvider = OpenPlanChangeContext.Provider

/** Opens what is left of a plan to be changed; null where a conversation is only looked at. */
export function usePlanChange(): OpenPlanChange | null {
  return useContext(OpenPlanChangeContext)
}
