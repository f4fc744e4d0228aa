import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { CATALOGUES } from '../../src/renderer/messages/catalogues.ts'
import type { Message } from '../../src/renderer/messages/message.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/troubleshoot-a-team.md'), 'utf8')

/** Words of a screen, with what is filled in left open. */
const patternOf = (words: string): RegExp => {
  const fixed = words.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${fixed.join('.+')}$`)
}
const patterns = Object.values<Message>(CATALOGUES.en)
  .flatMap((message) => (typeof message === 'string' ? [message] : Object.values(message)))
  .filter((words) => /\p{L}{3}/u.test(words.replace(/\{\w+\}/g, '')))
  .map(patternOf)

it('docs/troubleshoot-a-team.md calls everything as the screens do', () => {
  const named = [...page.matchAll(/(?<![\w`])_([^_\n]+)_(?!\w)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([])
})
