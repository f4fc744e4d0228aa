import type { ProjectId } from '../ids.ts'
import type { MemoryScope } from './memory.ts'

/** Returns the scopes searched for a chat: its project and the user scope. */
export function scopesSeenIn(projectId: ProjectId | null): MemoryScope[] {
  const user: MemoryScope = { level: 'user' }
  return projectId === null ? [user] : [{ level: 'project', id: projectId }, user]
}

/** Whether a chat of this project may be given what is kept there. */
export function isSeenIn(scope: MemoryScope, projectId: ProjectId | null): boolean {
  return scope.level === 'user' || scope.id === projectId
}
