import type { SpendLimits } from '#shared/usage/usage-report.ts'
import { applied, type ConfigChange } from './edit-models.ts'

/** Writes the limits per day and month into the text of the settings. */
export function withSpendLimits(limits: SpendLimits): ConfigChange {
  return (text, config) => {
    const set = Object.entries(limits).filter(([, dollars]) => dollars !== null)
    const values = set.length === 0 ? null : (Object.fromEntries(set) as Record<string, number>)
    const { limits: _, ...rest } = config
    return applied(text, values === null ? rest : { ...rest, limits: values }, [{ path: ['limits'], values }])
  }
}
