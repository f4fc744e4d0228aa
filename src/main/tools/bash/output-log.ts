export type OutputLog = {
  readonly add: (text: string) => void
  readonly size: () => number
  readonly whole: () => string
}

/** Keeps an output whole. The caller ends the command before this grows beyond measure. */
export function createOutputLog(): OutputLog {
  const pieces: string[] = []
  let size = 0
  return {
    add: (text) => {
      size += text.length
      pieces.push(text)
    },
    size: () => size,
    whole: () => pieces.join(''),
  }
}
