/** Collects text and encoded text, put together in UTF-8 at the end. */
export function createBytePieces() {
  const pieces: Buffer[] = []
  let text = ''
  const flush = () => {
    if (text !== '') pieces.push(Buffer.from(text))
    text = ''
  }
  return {
    add: (more: string): void => {
      text += more
    },
    addBytes: (bytes: Buffer): void => {
      flush()
      pieces.push(bytes)
    },
    whole: (): Uint8Array<ArrayBuffer> => {
      flush()
      return Buffer.concat(pieces)
    },
  }
}

export type BytePieces = ReturnType<typeof createBytePieces>
