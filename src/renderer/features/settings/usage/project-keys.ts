import type { ProjectId } from '#shared/ids.ts'
import type { ProjectSpend } from '#shared/usage/usage-report.ts'

/** Colours of projects, the dearest first; the last is that of all others together. */
const FILLS = ['data-1', 'data-2', 'data-3', 'data-4'] as const
export type ProjectFill = (typeof FILLS)[number]

export const PROJECT_FILLS: Readonly<Record<ProjectFill, string>> = {
  'data-1': 'bg-data-1',
  'data-2': 'bg-data-2',
  'data-3': 'bg-data-3',
  'data-4': 'bg-data-4',
}

export type ProjectKeys = {
  readonly fillOf: (projectId: ProjectId | null) => ProjectFill
  readonly legend: readonly { readonly id: string; readonly name: string; readonly fill: ProjectFill }[]
}

/** Gives the dearest projects a colour each, and one to all others. */
export function projectKeys(
  projects: readonly ProjectSpend[],
  nameOf: (project: ProjectSpend) => string,
  others: string,
): ProjectKeys {
  const own = projects.length <= FILLS.length ? FILLS.length : FILLS.length - 1
  const fills = new Map<ProjectId | null, ProjectFill>()
  for (const [at, { projectId }] of projects.entries()) fills.set(projectId, fillAt(at, own))
  const named = projects.slice(0, own).map((project, at) => ({
    id: project.projectId ?? '',
    name: nameOf(project),
    fill: fillAt(at, own),
  }))
  const rest = { id: 'others', name: others, fill: fillAt(own, own) }
  return {
    fillOf: (projectId) => fills.get(projectId) ?? 'data-4',
    legend: projects.length > own ? [...named, rest] : named,
  }
}

const fillAt = (at: number, own: number): ProjectFill => (at < own ? FILLS[at] : undefined) ?? 'data-4'
