import type { HighlightAnswer, HighlightRequest } from './highlighter.ts'
import { createSpanFinder } from './spans.ts'

const spansOf = createSpanFinder()

self.onmessage = ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, code, language } = data
  spansOf(code, language).then(
    (lines) => answer({ id, lines }),
    () => answer({ id, lines: null }),
  )
}

/** Code that cannot be coloured stays plain: a failure is an answer too. */
function answer(message: HighlightAnswer): void {
  self.postMessage(message)
}
