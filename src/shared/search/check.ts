/** Number of stored records of a kind, and the differences in the index. */
export type IndexedPart = {
  readonly part: 'chats' | 'memory' | 'knowledge'
  readonly kept: number
  /** Not indexed yet, or not as they are now. */
  readonly missing: number
  /** Indexed, and not kept any more. */
  readonly extra: number
}

/**
 * One piece of looking through what is stored: a table of the database or of the index, or what of a part is indexed.
 * A window asks for one piece after the other, so that it shows how far it is and can leave off.
 */
export type CheckPiece = {
  /** Number of pieces. */
  readonly pieces: number
  readonly where: 'database' | 'index'
  /** Problems reported by SQLite; empty for an intact piece. */
  readonly problems: readonly string[]
  readonly part: IndexedPart | null
}
