import type { UserConfig } from '#shared/config/config.ts'
import type { SpendLimits } from '#shared/usage/usage-report.ts'
import { applied, type ConfigChange } from './edit-models.ts'

type Table = NonNullable<UserConfig['limits']>

/** Writes the limits per day and month into the text of the settings: over everything, or over the project at a path. */
export function withSpendLimits(limits: SpendLimits, project: string | null): ConfigChange {
  return (text, config) => {
    const values = valuesOf(limits)
    const { limits: { projects = {}, ...ofAll } = {}, ...rest } = config
    const next =
      project === null
        ? tableOf(values ?? {}, projects)
        : tableOf(ofAll, withEntry(projects, project, values))
    const path = project === null ? ['limits'] : ['limits', 'projects', project]
    return applied(text, next === null ? rest : { ...rest, limits: next }, [{ path, values }])
  }
}

/** Returns the limits that are set; null for none. */
function valuesOf(limits: SpendLimits): Record<string, number> | null {
  const set = Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== null)
  return set.length === 0 ? null : Object.fromEntries(set)
}

function withEntry(
  projects: NonNullable<Table['projects']>,
  path: string,
  values: Record<string, number> | null,
): NonNullable<Table['projects']> {
  const left = Object.entries(projects).filter(([name]) => name !== path)
  return Object.fromEntries(values === null ? left : [...left, [path, values]])
}

function tableOf(ofAll: Omit<Table, 'projects'>, projects: NonNullable<Table['projects']>): Table | null {
  const table = Object.keys(projects).length === 0 ? ofAll : { ...ofAll, projects }
  return Object.keys(table).length === 0 ? null : table
}
