import { expect, it } from 'vitest'
import { rememberLast } from './remember-last.ts'

it('asks again only when it is asked about something else', () => {
  const asked: string[] = []
  const join = rememberLast((left: string, right?: object) => {
    asked.push(left)
    return { left, right }
  })
  const thing = {}
  const first = join('a', thing)
  expect(join('a', thing)).toBe(first)
  expect(join('a', {})).not.toBe(first)
  expect(join('a')).toEqual({ left: 'a', right: undefined })
  expect(join('b')).toEqual({ left: 'b', right: undefined })
  expect(asked).toEqual(['a', 'a', 'a', 'b'])
})
