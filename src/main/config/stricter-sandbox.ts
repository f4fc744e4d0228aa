import type { ProjectSandboxTable, SandboxTable } from '#shared/sandbox/settings.ts'

/** Adds to the person's settings of the sandbox what a project tightens. */
export function stricterSandbox(mine: SandboxTable, project: ProjectSandboxTable | undefined): SandboxTable {
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
