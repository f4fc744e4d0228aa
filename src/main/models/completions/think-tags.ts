/** A piece of an answer whose channel is known. */
export type Separated =
  | { readonly t: 'text' | 'reasoning'; readonly text: string }
  /** The server marks only the end of the reasoning: all text so far was reasoning. */
  | { readonly t: 'text_is_reasoning' }

/** Marks that begin reasoning, with the mark that ends it. Chat templates of Qwen, DeepSeek, Magistral, Seed and gpt-oss. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '<thought>': '</thought>',
  '<seed:think>': '</seed:think>',
  '[think]': '[/think]',
  '<|channel|>analysis<|message|>': '<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>': '<|end|>',
}
/** Marks at the start of words that are no words themselves. */
const HEADERS: readonly string[] = [
  '<|channel|>final<|message|>',
  '<|start|>assistant<|channel|>final<|message|>',
  '<|channel|>commentary<|message|>',
  '<|start|>assistant<|channel|>commentary<|message|>',
  '</think>',
  '</thinking>',
]
const STARTS = [...Object.keys(BEGINNINGS), ...HEADERS]
/** Tags that end reasoning whose start is in the prompt. */
const ENDS = ['</think>', '</thinking>'] as const

/** White space that is held back to learn what follows it, in UTF-16 units. */
const MOST_HELD = 200
/** Maximum tags examined inside words. */
const MOST_MARKS = 20

/**
 * Separates reasoning from text where a server leaves the tags of its chat template in the text. Reasoning is
 * at the start of an answer; text about such tags stays text. Tags may be split over chunks.
 */
export function createThinkTags() {
  let state: 'start' | 'thinking' | 'words' = 'start'
  let held = ''
  let said = ''
  let closing = ''
  let hasThought = false
  let marksLeft = MOST_MARKS

  const emit = (t: 'text' | 'reasoning', text: string, out: Separated[]) => {
    if (text === '') return
    if (t === 'text') said += text
    out.push({ t, text })
  }

  /** Each step takes from what is held; false when more of the answer is needed. */
  const start = (isWhole: boolean): boolean => {
    const rest = held.trimStart()
    if (rest === '' && held.length <= MOST_HELD && !isWhole) return false
    const lower = rest.slice(0, 60).toLowerCase()
    const mark = STARTS.find((each) => lower.startsWith(each))
    if (mark === undefined && !isWhole && rest !== '' && STARTS.some((each) => each.startsWith(lower))) {
      return false
    }
    if (mark === undefined) {
      state = 'words'
      if (hasThought) held = rest
      return held !== ''
    }
    held = rest.slice(mark.length)
    hasThought = true
    const end = BEGINNINGS[mark]
    if (end === undefined) return held !== ''
    closing = end
    state = 'thinking'
    return held !== ''
  }

  const think = (isWhole: boolean, out: Separated[]): boolean => {
    const at = held.toLowerCase().indexOf(closing)
    if (at >= 0) {
      emit('reasoning', held.slice(0, at), out)
      held = held.slice(at + closing.length)
      state = 'start'
      return held !== ''
    }
    const kept = isWhole ? 0 : beginningOf(held, [closing])
    emit('reasoning', held.slice(0, held.length - kept), out)
    held = kept === 0 ? '' : held.slice(-kept)
    return false
  }

  const words = (isWhole: boolean, out: Separated[]): boolean => {
    const mark = marksLeft > 0 && held.includes('<') ? markIn(held) : null
    if (mark === null) {
      const kept = isWhole || marksLeft === 0 ? 0 : beginningOf(held, ENDS)
      emit('text', held.slice(0, held.length - kept), out)
      held = kept === 0 ? '' : held.slice(-kept)
      return false
    }
    const before = held.slice(0, mark.at)
    const after = held.slice(mark.at + mark.text.length)
    if (!isWhole && after.trim() === '' && after.length <= MOST_HELD && !/\n\s*\n/.test(after)) return false
    if (!endsReasoning(said + before, after)) {
      marksLeft -= 1
      emit('text', before + mark.text, out)
      held = after
      return held !== ''
    }
    if (said.trim() !== '') out.push({ t: 'text_is_reasoning' })
    emit('reasoning', before, out)
    held = after
    said = ''
    marksLeft = 0
    hasThought = true
    state = 'start'
    return held !== ''
  }

  const run = (isWhole: boolean, out: Separated[]) => {
    for (let more = held !== ''; more; ) {
      if (state === 'start') more = start(isWhole)
      else more = state === 'thinking' ? think(isWhole, out) : words(isWhole, out)
    }
  }

  return {
    /** Takes a piece without a tag, to which nothing is held back. False for any other, which `read` takes. */
    passes: (text: string): boolean => {
      if (state !== 'words' || held !== '' || (marksLeft > 0 && text.includes('<'))) return false
      if (marksLeft > 0) said += text
      return true
    },
    /** Takes the next piece of the text. */
    read: (text: string, out: Separated[]): void => {
      held += text
      run(false, out)
    },
    /** Gives out what is held back: the text is over, or something else than text follows. */
    flush: (out: Separated[]): void => {
      run(true, out)
      held = ''
    },
    /** Hears that the server sends reasoning in a field of its own: a later mark is part of the words. */
    isSeparate: (): void => {
      marksLeft = 0
    },
  }
}

/** Returns the number of characters at the end of a text that may begin one of these tags. */
function beginningOf(text: string, marks: readonly string[]): number {
  const longest = Math.max(...marks.map((mark) => mark.length)) - 1
  const end = text.slice(-longest).toLowerCase()
  for (let length = end.length; length > 0; length -= 1) {
    const tail = end.slice(-length)
    if (marks.some((mark) => mark.startsWith(tail))) return length
  }
  return 0
}

function markIn(text: string): { readonly at: number; readonly text: string } | null {
  const found = /<\/think(?:ing)?>/i.exec(text)
  return found === null ? null : { at: found.index, text: found[0] }
}

/**
 * Whether a tag between these texts ends reasoning: it is on a line of its own, or a blank line follows it.
 */
function endsReasoning(before: string, after: string): boolean {
  if (/<think(?:ing)?>/i.test(before) || isInCode(before)) return false
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.trim() === '' ? /^[ \t\r]*(?:\n|$)/.test(after) : /^[ \t\r]*\n[ \t\r]*(?:\n|$)/.test(after)
}

function isInCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return before.split('```').length % 2 === 0 || line.split('`').length % 2 === 0
}
