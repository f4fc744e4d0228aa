import type { ProjectId } from '../ids.ts'
import type { MemoryScope } from './memory.ts'

/** What is looked through for a chat: what is kept for its project, and what is kept for all. */
export function scopesSeenIn(projectId: ProjectId | null): MemoryScope[] {
  const user: MemoryScope = { level: 'user' }
  return projectId === null ? [user] : [{ level: 'project', id: projectId }, user]
}

/** Whether a chat of this project may be given what is kept there. */
export function isSeenIn(scope: MemoryScope, projectId: ProjectId | null): boolean {
  return scope.level === 'user' || scope.id === projectId
}
