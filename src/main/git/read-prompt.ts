import type { GitQuestion, GitQuestionKind } from '#shared/changes/git-question.ts'

/** The longest words of a question that are shown, in characters. */
const MOST_WORDS = 4_000

const FINGERPRINT = /\b(SHA256:[A-Za-z0-9+/=]{20,}|MD5:(?:[0-9a-f]{2}:){15}[0-9a-f]{2})/

/**
 * Reads a question of git or ssh. `hint` is the variable `SSH_ASKPASS_PROMPT`, see ssh(1). What is not known counts as a
 * secret, so that it is not seen while it is typed.
 */
export function readPrompt(
  prompt: string,
  hint: string,
): Pick<GitQuestion, 'kind' | 'words' | 'fingerprint'> {
  const words = prompt.slice(0, MOST_WORDS).trim()
  return { kind: kindOf(words, hint), words, fingerprint: FINGERPRINT.exec(words)?.[1] ?? null }
}

function kindOf(words: string, hint: string): GitQuestionKind {
  if (hint === 'none') return 'notice'
  if (/\(yes\/no(\/\[fingerprint\])?\)\?$|^Please type 'yes'/.test(words))
    return FINGERPRINT.test(words) ? 'host-key' : 'confirm'
  if (hint === 'confirm') return 'confirm'
  return /^Username\b/i.test(words) ? 'name' : 'secret'
}
