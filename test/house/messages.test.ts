import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from '../../src/renderer/messages/catalogues.ts'
import type { Message } from '../../src/renderer/messages/message.ts'

const renderer = resolve(import.meta.dirname, '../../src/renderer')
const code = sourcesIn(renderer).filter(({ file }) => !file.startsWith('messages'))

describe('messages', () => {
  it('are the same in every language, with the same values in them', () => {
    const shape = (catalogue: Readonly<Record<string, Message>>) =>
      Object.fromEntries(Object.entries(catalogue).map(([key, message]) => [key, valuesOf(message)]))
    expect(shape(CATALOGUES['zh-CN'])).toEqual(shape(CATALOGUES.en))
  })

  it('say every key that the window asks for', () => {
    const asked = code.flatMap(({ text }) => [
      ...text.matchAll(/\b(?:t\(|message=")'?([a-z]+\.[\w.-]+)['"]/g),
    ])
    const unknown = asked.map(([, key = '']) => key).filter((key) => !Object.hasOwn(CATALOGUES.en, key))
    expect(unknown).toEqual([])
  })

  it('are all asked for by the window', () => {
    const all = code.map(({ text }) => text).join('\n')
    const composed = [...all.matchAll(/`([a-z]+\.[\w.]*\$\{[^`]*)`/g)].map(
      ([, template = '']) =>
        new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
    )
    const unused = Object.keys(CATALOGUES.en).filter(
      (key) =>
        !all.includes(`'${key}'`) &&
        !all.includes(`"${key}"`) &&
        !composed.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })

  it('hold every word a component shows', () => {
    const shown = code
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) => [...literalsIn(text)].map((words) => `${file}: ${words}`))
    expect(shown).toEqual([])
  })

  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>\n  Hello there\n</p>', ['Hello there']],
    ['<img alt="A cat" />', ['A cat']],
    ["<p>{t('ui.close')}</p>", []],
    ['<kbd>/</kbd>', []],
  ])('are missed where %s stands', (text, words) => {
    expect([...literalsIn(text)]).toEqual(words)
  })

  it('name no plural form that the language does not have', () => {
    const forms = (locale: string) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const wrong = Object.entries(CATALOGUES).flatMap(([locale, catalogue]) =>
      Object.entries(catalogue)
        .filter(([, message]) => typeof message !== 'string')
        .filter(
          ([, message]) => !Object.keys(message).every((form) => forms(locale).includes(form as 'other')),
        )
        .map(([key]) => `${locale} ${key}`),
    )
    expect(wrong).toEqual([])
  })
})

function valuesOf(message: Message): readonly string[] {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  return [...new Set(names)].toSorted()
}

/** Words between tags, and words in the attributes that people see or hear. */
function* literalsIn(text: string): Generator<string> {
  const between = /<\/?[A-Za-z][^<>]*>\s*([^<>{}\n]*\p{L}{2}[^<>{}\n]*?)\s*<\/[A-Za-z]/gu
  const attribute = /\b(?:aria-label|aria-description|title|placeholder|alt|label)="([^"]*\p{L}{2}[^"]*)"/gu
  for (const pattern of [between, attribute]) {
    for (const [, words = ''] of text.matchAll(pattern)) if (!PROPER.has(words)) yield words
  }
}

/** Names that are the same in every language. */
const PROPER = new Set(['AGENTS.md', '.orrery', 'config.toml', 'OPENAI_API_KEY'])

describe('errors', () => {
  const main = sourcesIn(resolve(import.meta.dirname, '../../src/main'))

  it('quote what somebody else has written, and never words of our own', () => {
    const own = main.filter(({ text }) => /AppError\.quoting\(\s*'[\w.]+',\s*['"`]/.test(text))
    expect(own.map(({ file }) => file)).toEqual([])
  })

  it('are worded for agents only in rooms whose words agents read', () => {
    const rooms =
      /^(?:agents|app\/tools|checkpoints|extensions|mcp|memory|problems\/servers|runs|teams|tools|turn-setup|workflows\/chat)\//
    const worded = main.filter(({ text }) => text.includes('AppError.forAgent('))
    expect(worded.map(({ file }) => file).filter((file) => !rooms.test(file))).toEqual([])
  })
})

function sourcesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(folder, file), 'utf8') }))
}
