/** One phrase that `CONTRIBUTING.md` asks to avoid, and the words to use instead. */
export type AvoidedPhrase = { readonly pattern: RegExp; readonly instead: string }

/** Phrases to avoid in comments, docs, messages and sentences. Each pattern is global and ignores case. */
export const AVOIDED: readonly AvoidedPhrase[] = [
  { pattern: /\bstands? (?:for|beside|there|still)\b/gi, instead: 'replaces, is next to, is present, waits' },
  { pattern: /\banew\b/gi, instead: 'again, from scratch' },
  { pattern: /\bby itself\b/gi, instead: 'automatically, alone' },
  { pattern: /\bin the place of\b/gi, instead: 'instead of, replaces' },
  { pattern: /\b(?:somebody|nobody|whoever)\b/gi, instead: 'the agent, the person, no agent' },
  { pattern: /\b(?:is|are) told\b/gi, instead: 'receives, is notified' },
  { pattern: /\bgo(?:es)? on\b/gi, instead: 'continues' },
  { pattern: /\bat work\b/gi, instead: 'running' },
]

/** Phrases to avoid in texts that people read in the app: messages of the window and sentences of main. */
export const AVOIDED_IN_TEXTS: readonly AvoidedPhrase[] = [
  ...AVOIDED,
  { pattern: /\b(?:everybody|anybody)\b/gi, instead: 'everyone, anyone' },
  { pattern: /\b(?:was|were|be) told\b/gi, instead: 'received, was notified' },
  { pattern: /\b(?:brought|comes?) to mind\b/gi, instead: 'recalled' },
  { pattern: /\bbrok(?:e|en) off\b/gi, instead: 'failed, was interrupted' },
  { pattern: /\b(?:have|had) back\b/gi, instead: 'restore' },
  { pattern: /\blook(?:s|ed|ing)? (?:through|over)\b/gi, instead: 'scan, check' },
]

/** Words that open a doc comment with a clause where a verb or a noun phrase belongs. */
export const OPENING = /^(?:who|what|how|where|which)\b/i

/** A phrase that was found, with a few words around it. */
export type FoundPhrase = { readonly phrase: string; readonly around: string }

/** Finds avoided phrases in a text, without those that an allowed phrase contains. */
export function avoidedIn(
  text: string,
  phrases: readonly AvoidedPhrase[],
  allowed: readonly string[] = [],
): readonly FoundPhrase[] {
  const cleaned = allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text)
  return phrases.flatMap(({ pattern }) =>
    [...cleaned.matchAll(pattern)].map((match) => ({
      phrase: match[0],
      around: cleaned.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30).trim(),
    })),
  )
}

/** A comment of a source file: its words on one line, and whether it documents an export. */
export type Comment = { readonly words: string; readonly isDoc: boolean }

/** Reads the comments of a TypeScript file. Adjoining `//` lines count as one comment. */
export function commentsIn(source: string): readonly Comment[] {
  const blocks = [...source.matchAll(/^[^\S\n]*\/\*(\*?)([\s\S]*?)\*\//gm)].map(([, star, body = '']) => ({
    words: oneLine(body.replaceAll(/^\s*\*/gm, '')),
    isDoc: star === '*',
  }))
  const lines = [...source.matchAll(/(?:^|\s)\/\/ [^\n]*(?:\n[^\S\n]*\/\/ [^\n]*)*/gm)].map(([block]) => ({
    words: oneLine(block.replaceAll(/(?:^|\s)\/\/ /g, ' ')),
    isDoc: false,
  }))
  return [...blocks, ...lines]
}

/** The prose of a Markdown page: without blocks of code and without code in a line. */
export function proseOf(markdown: string): string {
  return oneLine(markdown.replaceAll(/^```[\s\S]*?^```/gm, ' ').replaceAll(/`[^`\n]*`/g, 'code'))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
