import { expect, it } from 'vitest'
import { storeWhereRoom } from './store-where-room.ts'

const failing = (code: string) => () => {
  throw Object.assign(new Error('no'), { code })
}

it('leaves out what has no room, and stores the rest', () => {
  const done: string[] = []
  const logged: unknown[] = []
  const logger = { warn: (text: string) => void logged.push(text) }
  storeWhereRoom(logger, [failing('SQLITE_FULL'), () => void done.push('seen'), failing('SQLITE_READONLY')])
  expect([done, logged.length]).toEqual([['seen'], 2])
})

it('does not hide what is no doing of the disk', () => {
  expect(() => storeWhereRoom({ warn: () => {} }, [failing('ERR_BUG')])).toThrow('no')
})
