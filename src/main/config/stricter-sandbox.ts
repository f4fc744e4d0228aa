import type { ProjectSandboxTable, SandboxTable } from '#shared/sandbox/settings.ts'

/** Adds to sandbox settings what a project tightens. */
export function stricterSandbox<T extends SandboxTable | ProjectSandboxTable>(
  mine: T,
  project: ProjectSandboxTable | undefined,
): T {
  if (project === undefined) return mine
  const { memoryMb, processes } = project
  return {
    ...mine,
    ...(project.mode === undefined ? {} : { mode: project.mode }),
    ...(project.network === undefined ? {} : { network: project.network }),
    ...(project.hide === undefined ? {} : { hide: [...(mine.hide ?? []), ...project.hide] }),
    ...(memoryMb === undefined ? {} : { memoryMb: Math.min(memoryMb, mine.memoryMb ?? memoryMb) }),
    ...(processes === undefined ? {} : { processes: Math.min(processes, mine.processes ?? processes) }),
  }
}
