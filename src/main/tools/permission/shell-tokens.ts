import { readWord, type ShellWord, scriptsIn } from './shell-word.ts'

export type ShellToken =
  | { readonly kind: 'word'; readonly word: ShellWord }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly text: string; readonly target: ShellWord }
  /** `scripts` run while the text is made; `body` is what the command reads. */
  | { readonly kind: 'heredoc'; readonly body: string; readonly scripts: readonly string[] }

const OPERATORS = [';;&', ';;', ';&', '&&', '||', '|&', ';', '&', '|', '(', ')']
const REDIRECTS = ['&>>', '&>', '<<<', '<<-', '<<', '<>', '<&', '<', '>>', '>&', '>|', '>']

type Awaited = { readonly delimiter: string; readonly literal: boolean; readonly tabs: boolean }

/** Cuts a script into words, operators and redirections, the way a shell does. */
export function shellTokens(source: string): ShellToken[] {
  const tokens: ShellToken[] = []
  let awaited: Awaited[] = []
  let at = 0

  const skipBlanks = (from: number) => {
    let to = from
    for (;;) {
      if (source[to] === ' ' || source[to] === '\t') to += 1
      else if (source[to] === '\\' && source[to + 1] === '\n') to += 2
      else return to
    }
  }

  const readBodies = (from: number) => {
    let to = from
    for (const heredoc of awaited) to = readBody(source, to, heredoc, tokens)
    awaited = []
    return to
  }

  const readRedirect = (text: string) => {
    const target = readWord(source, skipBlanks(at + text.length))
    at = target.end
    if (text === '<<' || text === '<<-') {
      awaited.push({ delimiter: target.text, literal: target.quoted, tabs: text === '<<-' })
    } else tokens.push({ kind: 'redirect', text, target })
  }

  while (at < source.length) {
    at = skipBlanks(at)
    if (at >= source.length) break
    if (source[at] === '#') {
      const line = source.indexOf('\n', at)
      at = line === -1 ? source.length : line
    } else if (source[at] === '\n') {
      tokens.push({ kind: 'operator', text: '\n' })
      at = readBodies(at + 1)
    } else {
      const redirect = isProcess(source, at) ? undefined : startsWith(source, at, REDIRECTS)
      const operator = startsWith(source, at, OPERATORS)
      if (redirect !== undefined) readRedirect(redirect)
      else if (operator !== undefined) {
        tokens.push({ kind: 'operator', text: operator })
        at += operator.length
      } else {
        const word = readWord(source, at)
        at = word.end
        if (!isDescriptor(source, word)) tokens.push({ kind: 'word', word })
      }
    }
  }
  readBodies(at)
  return tokens
}

function startsWith(source: string, at: number, list: readonly string[]): string | undefined {
  return list.find((text) => source.startsWith(text, at))
}

function isProcess(source: string, at: number): boolean {
  return (source[at] === '<' || source[at] === '>') && source[at + 1] === '('
}

/** The `2` of `2>` and the `{log}` of `{log}>` name a descriptor and are no words. */
function isDescriptor(source: string, word: ShellWord): boolean {
  const next = source[word.end]
  return !word.quoted && (next === '<' || next === '>') && /^(\d+|\{[A-Za-z_]\w*\})$/.test(word.raw)
}

function readBody(source: string, from: number, { delimiter, literal, tabs }: Awaited, tokens: ShellToken[]) {
  let at = from
  let body = ''
  while (at < source.length) {
    const newline = source.indexOf('\n', at)
    const end = newline === -1 ? source.length : newline
    const line = tabs ? source.slice(at, end).replace(/^\t+/, '') : source.slice(at, end)
    at = end + 1
    if (line === delimiter) break
    body += `${line}\n`
  }
  tokens.push({ kind: 'heredoc', body, scripts: literal ? [] : scriptsIn(body) })
  return Math.min(at, source.length)
}
