/** What a model gets to read of a long output: its beginning and its end. */
const HEAD = 15_000
const TAIL = 15_000

export type OutputLog = {
  readonly add: (text: string) => void
  readonly size: () => number
  /** For the model. `cut` when something in the middle is missing. */
  readonly shown: () => { readonly text: string; readonly cut: boolean }
  readonly whole: () => string
}

/** Keeps an output whole. The caller ends the command before this grows beyond measure. */
export function createOutputLog(): OutputLog {
  const pieces: string[] = []
  let size = 0

  const shown = () => {
    const text = pieces.join('')
    if (text.length <= HEAD + TAIL) return { text, cut: false }
    const head = text.slice(0, HEAD).replace(/[\ud800-\udbff]$/, '')
    const tail = text.slice(-TAIL).replace(/^[\udc00-\udfff]/, '')
    const left = text.length - head.length - tail.length
    return { text: `${head}\n\n… ${left} characters left out …\n\n${tail}`, cut: true }
  }

  return {
    add: (text) => {
      size += text.length
      pieces.push(text)
    },
    size: () => size,
    shown,
    whole: () => pieces.join(''),
  }
}
