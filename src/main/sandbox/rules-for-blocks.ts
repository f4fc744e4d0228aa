import { join } from 'node:path'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { GIT_SETTINGS_RULE } from './profile.ts'

/** The settings of a repository. A rule opens the file, and its new content is checked after the command. */
const GIT_SETTINGS = /\/\.git\/config$/

/** Returns the rules that would open exactly what was blocked. None for what only a run outside can reach. */
export function rulesFor(
  blocked: readonly SandboxBlock[],
  closed: (path: string) => boolean,
): PermissionRule[] {
  const rules = blocked.flatMap(({ what, name, denied }): PermissionRule[] => {
    if (denied === true) return []
    if (what === 'host') return [{ tool: 'network', pattern: name, action: 'allow' }]
    if (what === 'read') return [{ tool: 'read', pattern: name, action: 'allow' }]
    if (what !== 'write') return []
    if (GIT_SETTINGS.test(name)) return [GIT_SETTINGS_RULE]
    if (closed(name)) return []
    const folder = join(name, '..')
    return folder === '/' ? [] : [{ tool: 'edit', pattern: `${folder}/**`, action: 'allow' }]
  })
  const once = new Map(rules.map((rule) => [`${rule.tool} ${rule.pattern}`, rule]))
  return [...once.values()]
}
