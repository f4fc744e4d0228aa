import { describe, expect, it } from 'vitest'
import { createStartAgain } from './start-again.ts'

/** Answers of the decision about complaints that follow each other after so many milliseconds. */
function answers(complaints: readonly string[], ms: number): boolean[] {
  let now = 7
  const again = createStartAgain({ elapsed: () => now })
  return complaints.map((complaint) => {
    now += ms
    return again(complaint)
  })
}

describe('a program that could not begin', () => {
  it('is prepared again as often as other places vanish, within a time', () => {
    const others = Array.from({ length: 300 }, (_none, at) => `bwrap: Can't create file at /opt/${at}`)
    expect(answers(others, 50)).toEqual(others.map(() => true))
    expect(answers(['a', 'b', 'c', 'd'], 6_000)).toEqual([true, true, true, false])
  })

  it('is given up soon where one place is always in the way', () => {
    expect(answers(['a', 'a', 'a', 'a', 'a'], 50)).toEqual([true, true, true, true, false])
    expect(answers(['a', 'a', 'a', 'b', 'a', 'a'], 50)).not.toContain(false)
  })
})
