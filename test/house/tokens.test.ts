import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Colour, contrast, over, parseColours } from './contrast.ts'

const renderer = resolve(import.meta.dirname, '../../src/renderer')
const tokens = readFileSync(join(renderer, 'styles/tokens.css'), 'utf8')

const SURFACES = ['sunken', 'chrome', 'side', 'canvas', 'raised', 'overlay']
const ROWS = [null, 'hover', 'press', 'select', 'select-live']
const TEXT = ['fg', 'fg-2', 'fg-3', 'accent-fg', 'ok-fg', 'warn-fg', 'bad-fg']
const MARKS = ['accent', 'ok', 'warn', 'bad', 'idle']
const DATA = [1, 2, 3, 4, 5, 6].map((index) => `data-${index}`)
const CODE = ['fg', 'syn-key', 'syn-fn', 'syn-str', 'syn-num', 'syn-note']

describe('colours', () => {
  it('are written in tokens.css and nowhere else', () => {
    const raw = /#[0-9a-f]{3,8}\b(?=[^'\w]|$)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/gi
    const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(css|tsx?)$/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => file !== join('styles', 'tokens.css'))
    const found = files.flatMap((file) => {
      const lines = readFileSync(join(renderer, file), 'utf8').split('\n')
      return lines
        .filter((line) => !/^import |#shared/.test(line))
        .flatMap((line) =>
          [...line.matchAll(raw)].map(([colour]) => `${relative(renderer, join(renderer, file))}: ${colour}`),
        )
    })
    expect(found).toEqual([])
  })

  describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
    const colours = coloursOf(theme)

    it('keep text readable on every surface and every row', () => {
      expect(tooWeak(pairs(TEXT), 4.5)).toEqual([])
    })

    it('keep marks and the edges of controls visible', () => {
      expect(tooWeak(pairs(MARKS), 3)).toEqual([])
      const onSurfaces = SURFACES.flatMap((surface) =>
        ['line-control', 'bar', 'bar-line', ...DATA].map((name) => ({ name, stack: [surface] })),
      )
      expect(tooWeak(onSurfaces, 3)).toEqual([])
    })

    it('keep text readable on a coloured wash', () => {
      const washes = ['accent', 'ok', 'warn', 'bad'].flatMap((state) =>
        ['side', 'canvas', 'raised', 'overlay'].flatMap((surface) =>
          [`${state}-fg`, 'fg', 'fg-2', 'fg-3'].map((name) => ({ name, stack: [surface, `${state}-wash`] })),
        ),
      )
      expect(tooWeak(washes, 4.5)).toEqual([])
    })

    it('keep code readable in its well, on changed lines and on changed words', () => {
      const stacks = [[], ['add'], ['del'], ['add', 'add-word'], ['del', 'del-word']]
      const code = stacks.flatMap((stack) => CODE.map((name) => ({ name, stack: ['sunken', ...stack] })))
      expect(tooWeak(code, 4.5)).toEqual([])
    })

    it('keep what stands on a filled control readable', () => {
      const filled = [
        { name: 'on-ink', stack: ['ink'] },
        { name: 'on-warn', stack: ['warn-fg'] },
        ...DATA.map((name) => ({ name: 'on-data', stack: [name] })),
      ]
      expect(tooWeak(filled, 4.5)).toEqual([])
    })

    function pairs(names: readonly string[]) {
      return SURFACES.flatMap((surface) =>
        ROWS.flatMap((row) =>
          names.map((name) => ({ name, stack: row === null ? [surface] : [surface, row] })),
        ),
      )
    }

    function tooWeak(list: readonly { name: string; stack: readonly string[] }[], least: number) {
      return list
        .map(({ name, stack }) => {
          const ground = stack.map(named).reduce((under, top) => over(top, under))
          return {
            pair: `${name} on ${stack.join(' + ')}`,
            ratio: contrast(over(named(name), ground), ground),
          }
        })
        .filter(({ ratio }) => !(ratio >= least))
    }

    function named(name: string): Colour {
      const colour = colours[name]
      if (colour === undefined) throw new Error(`There is no token --color-${name}.`)
      return colour
    }
  })
})

function coloursOf(theme: 'dark' | 'light'): Readonly<Record<string, Colour>> {
  const light = tokens.indexOf('[data-theme="light"]')
  return parseColours(theme === 'dark' ? tokens.slice(0, light) : tokens.slice(light))
}
