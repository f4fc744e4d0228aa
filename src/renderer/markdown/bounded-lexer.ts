import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked'

/** Maximum nesting of quotes and lists. Deeper content is plain text. */
export const MOST_NESTED_BLOCKS = 32

/** Maximum nesting of emphasis and links in a block. */
export const MOST_NESTED_MARKS = 16

/**
 * Maximum characters read by the nested blocks of one top-level block. Each level reads its content again, so
 * a few kilobytes of nested quotes could take seconds.
 */
export const MOST_NESTED_READ = 1_000_000

/** Text that is drawn as it is. */
export type PlainToken = Tokens.Generic & { readonly type: 'plain'; readonly text: string }

/** Makes a token that is drawn as the text it is. */
export function plainToken(raw: string): PlainToken {
  return { type: 'plain', raw, text: raw }
}

/** Creates a lexer of `marked` that neither recurses nor reads without a limit. `prepare` adapts its tokenizer. */
export function createBoundedLexer(options: MarkedOptions, prepare: (tokenizer: Tokenizer) => void): Lexer {
  const tokenizer = new Tokenizer()
  const lexer = new Lexer({ ...options, tokenizer })
  prepare(tokenizer)
  boundBlocks(lexer, tokenizer)
  boundMarks(lexer)
  return lexer
}

function boundBlocks(lexer: Lexer, tokenizer: Tokenizer): void {
  const unbounded = lexer.blockTokens
  const blockTokens = (...args: [string, Token[], boolean]): Token[] => Reflect.apply(unbounded, lexer, args)
  const blockquote = tokenizer.blockquote.bind(tokenizer)
  const list = tokenizer.list.bind(tokenizer)
  // Only quotes and lists nest blocks. A quote also reads itself again with the lines that continue it, without asking
  // for blocks, so the open containers are counted and not the calls for blocks.
  let open = 0
  let read = 0
  const container =
    <T>(inside: (source: string) => T) =>
    (source: string): T => {
      if (open === 0) read = 0
      open += 1
      try {
        return inside(source)
      } finally {
        open -= 1
      }
    }
  tokenizer.blockquote = container(blockquote)
  tokenizer.list = container(list)
  const bounded = (source: string, tokens: Token[] = [], clipped = false): Token[] => {
    read += open === 0 ? 0 : source.length
    if (open <= MOST_NESTED_BLOCKS && read <= MOST_NESTED_READ) return blockTokens(source, tokens, clipped)
    if (source !== '') tokens.push(plainToken(source))
    lexer.state.top = true
    return tokens
  }
  Object.assign(lexer, { blockTokens: bounded })
}

function boundMarks(lexer: Lexer): void {
  const inlineTokens = lexer.inlineTokens.bind(lexer)
  let depth = 0
  lexer.inlineTokens = (source: string, tokens: Token[] = []) => {
    if (depth > MOST_NESTED_MARKS) {
      if (source !== '') tokens.push({ type: 'text', raw: source, text: source, escaped: false })
      return tokens
    }
    depth += 1
    try {
      return inlineTokens(source, tokens)
    } finally {
      depth -= 1
    }
  }
}
