/** A shell of this computer. */
export type FoundShell = {
  readonly file: string
  /** The name of its program, for example `zsh`. */
  readonly name: string
}

/** The shells that new terminals may start. */
export type Shells = {
  /** The path that the person chose on this system; null for the usual shell. */
  readonly chosen: string | null
  /** The login shell of the person, or that of the system. */
  readonly usual: FoundShell
  readonly found: readonly FoundShell[]
}
