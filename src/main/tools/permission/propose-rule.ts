import type { PermissionRule } from '#shared/permission/rule.ts'
import { escapePattern } from './pattern.ts'
import type { SimpleCommand } from './syntax/split-command.ts'
import { isWideUse, reusablePrefix } from './wide-use.ts'

/** The rule that "always allow" would make out of one command: as narrow as it can be and still of use. */
export function proposeRule(command: SimpleCommand, outside: boolean): PermissionRule | null {
  if (command.unsure !== null) return null
  const words = command.text.split(' ')
  const exact = outside || command.text.includes("'") || !isWideUse(command.text)
  const prefix = exact ? null : reusablePrefix(words)
  const wide = prefix !== null && words.length > prefix.length
  const pattern = wide ? `${escapePattern(prefix.join(' '))} *` : escapePattern(command.text)
  return { tool: 'bash', pattern, action: 'allow' }
}
