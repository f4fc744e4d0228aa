import type { ModelChunk } from '../model.ts'

/**
 * Merges neighbouring chunks of one block or call that arrived together. A fast server sends dozens of words
 * at once, and each chunk would be processed separately.
 */
export function joinPieces(chunks: readonly ModelChunk[]): ModelChunk[] {
  const joined: ModelChunk[] = []
  let pieces: string[] = []
  for (const chunk of chunks) {
    const last = joined.at(-1)
    if (last !== undefined && 'text' in chunk && goesOn(last, chunk)) {
      pieces.push(chunk.text)
      continue
    }
    addPieces(joined, pieces)
    pieces = []
    joined.push(chunk)
  }
  addPieces(joined, pieces)
  return joined
}

type Piece = Extract<ModelChunk, { readonly text: string }>

function goesOn(last: ModelChunk, next: Piece): boolean {
  if (next.t === 'tool_args') return last.t === 'tool_args' && last.callId === next.callId
  return last.t === next.t && last.block === next.block
}

function addPieces(joined: ModelChunk[], pieces: readonly string[]): void {
  const last = joined.at(-1)
  if (pieces.length === 0 || last === undefined || !('text' in last)) return
  joined[joined.length - 1] = { ...last, text: last.text + pieces.join('') }
}
