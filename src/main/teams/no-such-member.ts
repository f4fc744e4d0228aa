import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** That nobody is called so, and who there is instead: a slip in a name is put right at once by whoever reads it. */
export function noSuchMember(name: string, others: readonly string[]): AppError {
  const sentence =
    others.length === 0
      ? say('team.noMember', { name })
      : say('team.noMemberOf', { name, names: others.join(', ') })
  return AppError.saying('team.not_found', sentence)
}
