import type { ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'

/** The choice that means all projects; every other one is the id of a project. */
export const FOR_ALL = 'user'

/** Returns the initial choice: the current scope, or the open project. */
export function choiceOf(scope: MemoryScope | undefined, openProject: ProjectId | null): string {
  if (scope === undefined) return openProject ?? FOR_ALL
  return scope.level === 'user' ? FOR_ALL : scope.id
}

export function scopeFrom(choice: string): MemoryScope {
  return choice === FOR_ALL ? { level: 'user' } : { level: 'project', id: choice as ProjectId }
}
