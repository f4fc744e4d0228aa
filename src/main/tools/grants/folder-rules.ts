import type { Grant, PermissionRule } from '#shared/permission/rule.ts'
import { isInside, type PathFlavour, shownPath } from '../files/project-path.ts'
import { escapePattern } from '../permission/pattern.ts'

/**
 * Returns a grant as plain rules for an agent in `cwd`. A folder grant covers either the files in it,
 * wherever the agent works, or actions while working in it.
 */
export function rulesFor(
  { rule, path: folder }: Pick<Grant, 'rule' | 'path'>,
  cwd: string,
  flavour: PathFlavour,
): readonly PermissionRule[] {
  if (folder === null) return [rule]
  const worksInIt = isInside(folder, cwd, flavour)
  if (rule.pattern !== undefined) return worksInIt ? [rule] : []
  const files: PermissionRule = { ...rule, pattern: `${escapePattern(shownPath(cwd, folder, flavour))}/**` }
  // A rule without a pattern is about every file where the agent works, and about nothing outside.
  return worksInIt ? [rule] : [files]
}
