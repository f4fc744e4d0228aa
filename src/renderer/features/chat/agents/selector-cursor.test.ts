import { describe, expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import { besides, cursorAt, placeOf } from './selector-cursor.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const [A, B, C] = [id('a'), id('b'), id('c')]

describe('the cursor of the selector', () => {
  it('goes along with its agent when that moves or others go', () => {
    const cursor = cursorAt(2, [null, A, B, C])
    expect(placeOf(cursor, [null, B, C])).toBe(1)
    expect(placeOf(cursor, [null, C, A, B])).toBe(3)
  })

  it('stays at its place when its agent is gone', () => {
    expect(placeOf(cursorAt(2, [null, A, B, C]), [null, A, C])).toBe(2)
    expect(placeOf(cursorAt(3, [null, A, B, C]), [null, A])).toBe(1)
  })

  it('goes from one that is taken out to the next, or from the last to the one before', () => {
    expect(besides(1, [null, A, B])).toEqual({ id: B, at: 1 })
    expect(besides(2, [null, A, B])).toEqual({ id: A, at: 1 })
    expect(besides(1, [null, A])).toEqual({ id: null, at: 0 })
  })
})
