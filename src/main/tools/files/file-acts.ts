import { posix } from 'node:path'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { escapePattern } from '../permission/pattern.ts'
import { isProtectedPath } from '../permission/protected-path.ts'
import type { ToolAct, ToolPlan } from '../tool.ts'
import type { Located } from './locate-path.ts'

/** Looking at a file or folder. */
export function readAct(tool: string, place: Located): ToolAct {
  return { access: 'read', target: place.shown, outside: place.outside, proposedRule: ruleFor(tool, place) }
}

/** Looking at one place, and the place, so that it need not be looked for again. */
export function planOfLook(tool: string, place: Located): ToolPlan {
  const preview = { kind: 'path' as const, path: place.shown, outside: place.outside }
  return { acts: [readAct(tool, place)], preview, place }
}

/** Changing a file. A rule for one file covers its folder, except outside the project. */
export function editAct(place: Located): ToolAct {
  const proposedRule = isProtectedPath(place.shown) ? null : ruleFor('edit', place)
  return { access: 'edit', target: place.shown, outside: place.outside, proposedRule }
}

function ruleFor(tool: string, { shown, outside }: Located): PermissionRule {
  const folder = posix.dirname(shown)
  const wide = !outside && folder !== '.'
  return { tool, pattern: wide ? `${escapePattern(folder)}/**` : escapePattern(shown), action: 'allow' }
}
