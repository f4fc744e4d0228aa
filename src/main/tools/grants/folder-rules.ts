import type { Grant, PermissionRule } from '#shared/permission/rule.ts'
import { isInside, type PathFlavour, shownPath } from '../files/project-path.ts'
import { escapePattern } from '../permission/pattern.ts'

/**
 * What a grant says to an agent that works in `cwd`, as plain rules. One for a folder is either about the files in it,
 * wherever the agent works, or about what is done while working in it.
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
