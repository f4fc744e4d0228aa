import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/**
 * Returns the error for an unknown teammate with the list of names, so that a model corrects a typo at once.
 */
export function noSuchMember(name: string, others: readonly string[]): AppError {
  const sentence =
    others.length === 0
      ? say('team.noMember', { name })
      : say('team.noMemberOf', { name, names: others.join(', ') })
  return AppError.saying('team.not_found', sentence)
}
