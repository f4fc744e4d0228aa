import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { styleVariables } from './style-variables.ts'

const TOKENS = readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8')

it('names only tokens that the window has', () => {
  const missing: string[] = []
  styleVariables((token) => {
    if (!TOKENS.includes(`  ${token}:`)) missing.push(token)
    return ''
  })
  expect(missing).toEqual([])
})

it('leaves out what has no value', () => {
  const found = styleVariables((token) => (token === '--color-fg' ? ' oklch(0.9 0 0)' : ''))
  expect(found['--color-text-primary']).toBe('oklch(0.9 0 0)')
  expect(found['--color-text-secondary']).toBeUndefined()
  expect(found['--border-width-regular']).toBe('1px')
})
