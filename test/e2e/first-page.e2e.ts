import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '..', '..', 'out', 'renderer')

it('needs no schemas and few files', () => {
  const page = readFileSync(join(RENDERER, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  const checking = scripts.filter((file) => readFileSync(join(RENDERER, file), 'utf8').includes('ZodString'))
  // What only later pages check came along with the first one; see the groups in electron.vite.config.ts.
  expect(checking).toEqual([])
  expect(scripts.length).toBeLessThanOrEqual(2)
})
