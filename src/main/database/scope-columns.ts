import type { ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'

/** A scope as the two columns it is stored in. */
export type ScopeColumns = { readonly scope: 'project' | 'user'; readonly scope_id: string }

export function columnsOf(scope: MemoryScope): ScopeColumns {
  return scope.level === 'user' ? { scope: 'user', scope_id: '' } : { scope: 'project', scope_id: scope.id }
}

export function scopeOf({ scope, scope_id }: ScopeColumns): MemoryScope {
  return scope === 'user' ? { level: 'user' } : { level: 'project', id: scope_id as ProjectId }
}

/** Whether both are the same scope. */
export function isSameScope(left: MemoryScope, right: MemoryScope): boolean {
  return left.level === 'user' || right.level === 'user' ? left.level === right.level : left.id === right.id
}
