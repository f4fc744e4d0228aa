import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { plainLine, plainLines } from './plain-line.ts'
import { printTable } from './print-table.ts'
import { arrives, isYes, readInput } from './terminal.ts'

async function* pieces(count: number, size: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(size, 'a')
}

it('reads all of its input, and stops reading an endless one', async () => {
  expect(await readInput(pieces(3, 2))).toBe('aaaaaa')
  let read = 0
  const endless = (async function* () {
    for (;;) {
      read += 1
      yield Buffer.alloc(1_000_000)
    }
  })()
  await expect(readInput(endless)).rejects.toThrow('longer than 4 MB')
  expect(read).toBe(5)
})

it('lets no name make a row of its own, or hide another', () => {
  expect(
    printTable([
      ['a', 'tide\ntrusted  on'],
      ['bb', 'sea\u001b[1A\u001b[2K'],
    ]),
  ).toBe('a   tide trusted  on\nbb  sea [1A [2K\n')
})

it('keeps codes of a terminal out of what is shown', () => {
  expect(plainLine('one\u001b[2J\ntwo\u009b31m')).toBe('one [2J two 31m')
  expect(plainLines('one\u001b]0;title\u0007\n\ttwo \u202eevil 👩‍🚀')).toBe('one]0;title\n\ttwo evil 👩‍🚀')
})

it.each([
  ['y', true],
  [' Yes ', true],
  ['', false],
  ['yep', false],
  ['no', false],
  [null, false],
])('takes %j for yes: %s', (answer, expected) => {
  expect(isYes(answer)).toBe(expected)
})

it('waits for the first letters of a pipe, and not for ever', async () => {
  const [silent, ended, speaking] = [new PassThrough(), new PassThrough(), new PassThrough()]
  ended.end()
  speaking.write('one')
  expect(await Promise.all([arrives(silent, 20), arrives(ended, 5_000), arrives(speaking, 5_000)])).toEqual([
    false,
    true,
    true,
  ])
  speaking.end(' two')
  expect(await readInput(speaking)).toBe('one two')
})
