import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { languageNamed, languageOf } from './languages.ts'
import { kindOf, MARKER_THEME, type Span } from './theme.ts'

/** Finds the pieces of code, line by line. Null for a language it does not know. */
export function createSpanFinder() {
  let opening: Promise<HighlighterCore> | null = null

  function open(): Promise<HighlighterCore> {
    // The engine written in JavaScript needs no WebAssembly, which the content policy would refuse.
    opening ??= createHighlighterCore({
      themes: [MARKER_THEME],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    })
    return opening
  }

  return async function spansOf(code: string, language: string): Promise<Span[][] | null> {
    const name = languageNamed(language)
    const known = languageOf(language)
    if (name === null || known === null) return null
    const highlighter = await open()
    if (!highlighter.getLoadedLanguages().includes(name)) {
      await highlighter.loadLanguage((await known.load()).default)
    }
    const lines = highlighter.codeToTokensBase(code, {
      lang: name,
      theme: 'markers',
      tokenizeTimeLimit: 2_000,
    })
    return lines.map((line) => line.map(({ content, color }) => spanOf(content, kindOf(color))))
  }
}

function spanOf(text: string, kind: ReturnType<typeof kindOf>): Span {
  return kind === null ? [text] : [text, kind]
}
