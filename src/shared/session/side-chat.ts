import type { ProjectId, SessionId } from '../ids.ts'

/** A chat of the list, as a window remembers or drags it. */
export type SideChat = { readonly id: SessionId; readonly projectId: ProjectId | null }

/**
 * Reads a chat from a value of outside the window; null for any other value. It uses no schema, because the first page
 * needs it before schemas are loaded. Main checks both ids again.
 */
export function sideChatIn(value: unknown): SideChat | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('projectId' in value)) return null
  const { id, projectId } = value
  if (!isId(id) || !(projectId === null || isId(projectId))) return null
  return { id: id as SessionId, projectId: projectId as ProjectId | null }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+_[0-9a-z]{8,40}$/.test(value)
