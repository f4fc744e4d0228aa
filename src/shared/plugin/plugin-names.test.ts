import { expect, it } from 'vitest'
import { pluginNames } from './plugin-names.ts'

type Item = { readonly name: string; readonly plugin: string }
const of = (items: readonly (readonly [plugin: string, name: string])[], taken: readonly string[] = []) =>
  pluginNames<Item>(
    items.map(([plugin, name]) => ({ plugin, name })),
    new Set(taken),
    {
      nameOf: ({ name }) => name,
      pluginOf: ({ plugin }) => plugin,
      renamed: (item, name) => ({ ...item, name }),
    },
  ).map(({ name }) => name)

it('keeps a free name, and puts the plugin in front of one that is taken or used twice', () => {
  expect(of([['tide', 'read']])).toEqual(['read'])
  expect(of([['tide', 'read']], ['read'])).toEqual(['tide:read'])
  expect(
    of([
      ['tide', 'read'],
      ['moon', 'read'],
      ['moon', 'rise'],
    ]),
  ).toEqual(['tide:read', 'moon:read', 'rise'])
  expect(
    of([
      ['tide', 'read'],
      ['tide', 'read'],
    ]),
  ).toEqual(['read'])
})
