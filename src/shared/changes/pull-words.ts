/** The arguments of a command about a pull request. `repository`: `owner/name`, where it was given. */
export type PullWords =
  | { readonly kind: 'pull'; readonly number: number; readonly repository: string | null }
  | { readonly kind: 'stop' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text' }

/** Reads `7`, `#7`, `!7`, `owner/name#7`, `stop` and `off`. Anything else is free text. */
export function pullWords(typed: string): PullWords {
  const words = typed.trim()
  if (words === '') return { kind: 'empty' }
  if (words === 'stop' || words === 'off') return { kind: 'stop' }
  const [, repository = null, digits] = /^(?:([\w.-]+(?:\/[\w.-]+)+)?[#!])?(\d{1,9})$/.exec(words) ?? []
  const number = Number(digits ?? 0)
  return number > 0 ? { kind: 'pull', number, repository } : { kind: 'text' }
}
