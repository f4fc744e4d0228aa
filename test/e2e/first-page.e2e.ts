import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const OUT = join(import.meta.dirname, '..', '..', 'out')
const RENDERER = join(OUT, 'renderer')

it('needs no schemas and few files', () => {
  const page = readFileSync(join(RENDERER, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  const checking = scripts.filter((file) => readFileSync(join(RENDERER, file), 'utf8').includes('ZodString'))
  // What only later pages check came along with the first one; see the groups in electron.vite.config.ts.
  expect(checking).toEqual([])
  expect(scripts.length).toBeLessThanOrEqual(2)
})

it('loads no reader of signatures with main: the first sign-in does', () => {
  const chunks = join(OUT, 'main', 'chunks')
  const code = new Map(
    [join(OUT, 'main', 'index.cjs'), ...readdirSync(chunks).map((file) => join(chunks, file))].map(
      (file) => [file, readFileSync(file, 'utf8')] as const,
    ),
  )
  const readers = [...code].filter(([, text]) => text.includes('ERR_JWKS_NO_MATCHING_KEY'))
  expect(readers).toHaveLength(1)
  const [reader = ''] = readers.map(([file]) => basename(file))
  const early = [...code].filter(([, text]) =>
    text.split('\n').some((line) => /^(?:const \w+ = )?require\(/.test(line) && line.includes(reader)),
  )
  expect(early.map(([file]) => basename(file))).toEqual([])
})
