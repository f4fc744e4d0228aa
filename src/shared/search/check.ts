/** How many records of a kind are kept, and how the index differs from that. */
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
  /** How many pieces there are. */
  readonly pieces: number
  readonly where: 'database' | 'index'
  /** What SQLite says is wrong; nothing when the piece is whole. */
  readonly problems: readonly string[]
  readonly part: IndexedPart | null
}
