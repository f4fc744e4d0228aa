import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const Entry = z.looseObject({
  integrity: z.exactOptional(z.string()),
  resolved: z.exactOptional(z.string()),
  link: z.exactOptional(z.boolean()),
  inBundle: z.exactOptional(z.boolean()),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })

const file = join(resolve(import.meta.dirname, '../..'), 'package-lock.json')
const { packages } = Lock.parse(JSON.parse(readFileSync(file, 'utf8')))
const entries = Object.entries(packages).filter(([name]) => name !== '')

it('pins the content of every package, except of those that come inside another one', () => {
  const open = entries.filter(
    ([, { integrity = '', inBundle }]) => !/^sha512-/.test(integrity) && inBundle !== true,
  )
  expect(open.map(([name]) => name)).toEqual([])
})

it('finds the packages around those that come inside another one', () => {
  const inside = entries.filter(([, { inBundle }]) => inBundle === true)
  const alone = inside.filter(([name]) => {
    const outer = name.slice(0, name.lastIndexOf('/node_modules/'))
    return packages[outer]?.integrity === undefined && packages[outer]?.inBundle !== true
  })
  expect(alone.map(([name]) => name)).toEqual([])
})

it('names no other registry, and no package of a folder or of git', () => {
  const others = entries.filter(
    ([, { resolved, link }]) =>
      link === true || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
  )
  expect(others.map(([name]) => name)).toEqual([])
})
