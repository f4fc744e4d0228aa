import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from '../../src/renderer/messages/catalogues.ts'
import { SENTENCES } from '../../src/shared/sentences.ts'
import { AVOIDED, AVOIDED_IN_TEXTS, avoidedIn, commentsIn, OPENING, proseOf } from './plain-words.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Avoided phrases and clause openings in comments of `src`. Both numbers may only fall. */
const MOST = { phrases: 25, openings: 25 }
/** How far below a number the count may be before the number has to fall. */
const SLACK = 25

const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md', 'CHANGELOG.md']

const allowed = allowedPhrases(read('docs/glossary.md'))

describe('plain words', () => {
  it('are used in every message of the window', () => {
    const found = Object.entries(CATALOGUES.en).flatMap(([key, message]) => {
      const texts = typeof message === 'string' ? [message] : Object.values(message)
      return texts.flatMap((text) => problems(key, avoidedIn(text, AVOIDED_IN_TEXTS, allowed)))
    })
    expect(found).toEqual([])
  })

  it('are used in every sentence of main', () => {
    const found = Object.entries(SENTENCES).flatMap(([name, text]) =>
      problems(name, avoidedIn(text, AVOIDED_IN_TEXTS, allowed)),
    )
    expect(found).toEqual([])
  })

  it.each([...PAGES, ...filesIn('docs', /\.md$/)])('are used in %s', (page) => {
    expect(problems(page, avoidedIn(proseOf(read(page)), AVOIDED, allowed))).toEqual([])
  })

  it('are used in more and more comments', async ({ annotate }) => {
    const comments = filesIn('src', /(?<!\.test)\.tsx?$/).flatMap((file) => commentsIn(read(file)))
    const phrases = comments.flatMap(({ words }) => avoidedIn(words, AVOIDED, allowed)).length
    const openings = comments.filter(({ words, isDoc }) => isDoc && OPENING.test(words)).length
    for (const [name, count, most] of [
      ['phrases', phrases, MOST.phrases],
      ['openings', openings, MOST.openings],
    ] as const) {
      expect(count, `avoided ${name} in comments; write plain words instead`).toBeLessThanOrEqual(most)
      if (count <= most - SLACK) await annotate(`Lower MOST.${name} to ${count}.`)
    }
  })
})

describe('the reader of comments', () => {
  it.each([
    ['/** Somebody\n * waits. */', [{ words: 'Somebody waits.', isDoc: true }]],
    ['const a = 1 // It goes\n// on.', [{ words: 'It goes on.', isDoc: false }]],
    ["const url = 'https://a.b'", []],
  ])('finds those of %j', (source, comments) => {
    expect(commentsIn(source)).toEqual(comments)
  })

  it('finds phrases over line ends, but none that the glossary allows', () => {
    const text = 'It is\n * told. Nobody is told twice.'
    const words = commentsIn(`/** ${text} */`)[0]?.words ?? ''
    expect(avoidedIn(words, AVOIDED, ['Nobody is told twice']).map(({ phrase }) => phrase)).toEqual([
      'is told',
    ])
  })
})

function problems(where: string, found: ReturnType<typeof avoidedIn>): readonly string[] {
  return found.map(({ phrase, around }) => `${where}: “${phrase}” in “${around}”`)
}

/** The list under the heading for allowed phrases: exact phrases in code style. */
function allowedPhrases(glossary: string): readonly string[] {
  const section = glossary.split('## Phrases the words check allows')[1] ?? ''
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, phrase = '']) => phrase)
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .toSorted()
}
