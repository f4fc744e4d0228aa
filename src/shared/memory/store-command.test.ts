import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStoreCommand, StoreKey, StoreName } from './store-command.ts'

describe('a command about stores', () => {
  it.each([
    ['list', { verb: 'list' }],
    [' create release ', { verb: 'create', store: 'release' }],
    [
      'store release gate Cut on Fridays,\nnever later.',
      { verb: 'store', store: 'release', key: 'gate', value: 'Cut on Fridays,\nnever later.' },
    ],
    ['store 发布 "cut day" Friday', { verb: 'store', store: '发布', key: 'cut day', value: 'Friday' }],
    ['fetch release gate', { verb: 'fetch', store: 'release', key: 'gate' }],
    ['entries release.archived', { verb: 'entries', store: 'release.archived' }],
    ['archive release', { verb: 'archive', store: 'release' }],
  ])('%j is read', (words, command) => {
    expect(readStoreCommand(words)).toEqual({ command, problem: null })
  })

  it.each([
    ['', 'verb'],
    ['drop release', 'verb'],
    ['create', 'store'],
    ['fetch release', 'key'],
    ['store release gate', 'value'],
    ['create ../release', 'badStore'],
    ['create .archived', 'badStore'],
    ['create a.b', 'badStore'],
    ['fetch release ../../etc/passwd', 'badKey'],
    ['fetch release a..b', 'badKey'],
    ['store release C:\\x y', 'badKey'],
    [`store release gate ${'x'.repeat(20_001)}`, 'tooLong'],
  ])('%j is refused for its %s', (words, problem) => {
    expect(readStoreCommand(words)).toEqual({ command: null, problem })
  })

  it('takes no name and no key that leads out of its place', () => {
    const hostile = fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', ' ', '\0', '~', 'b') })
    fc.assert(
      fc.property(hostile, (text) => {
        const taken = [StoreName, StoreKey].some((schema) => schema.safeParse(text).success)
        return !taken || !/[/\\\0~]|\.\.|^\.|\.$/.test(text)
      }),
    )
  })
})
