/** The place in which an administrator keeps settings and hooks for all users of a computer. */
export type ManagedPlace = {
  readonly file: string
  /** The folder of hooks that count as the administrator's. */
  readonly hooks: string
  /** The user id that must own both. Null where the rights of the folder protect it, as on Windows. */
  readonly owner: number | null
}
