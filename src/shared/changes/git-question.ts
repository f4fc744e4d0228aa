/**
 * The kind of a question. `secret`: a password or passphrase. `name`: a user name, which may be seen. `host-key`: the
 * key of a server that ssh does not know. `confirm`: yes or no. `notice`: nothing to answer, such as a key to touch.
 */
export type GitQuestionKind = 'secret' | 'name' | 'host-key' | 'confirm' | 'notice'

/** A question of git or ssh that waits for the person. */
export type GitQuestion = {
  readonly id: string
  readonly kind: GitQuestionKind
  /** The words of git, ssh or a program that they started: foreign text. */
  readonly words: string
  /** The fingerprint of the key of a server, where the words hold one. */
  readonly fingerprint: string | null
  /** The command of git, such as `push`. */
  readonly act: string
  /** The folder of the repository. */
  readonly folder: string
  /** The end of the wait, in milliseconds since 1970. */
  readonly until: number
}
