import type { ModelChunk } from './model.ts'

/**
 * What arrived together, with neighbours made one that belong together: words of one block, arguments of one call. A fast
 * server sends dozens of words in one go, and each would be handed on, told and added by itself.
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
