import { expect, it } from 'vitest'
import { createLink } from './link.ts'

it('returns what was connected', () => {
  const link = createLink<string>('the lane')
  link.connect('open')
  expect(link.get()).toBe('open')
})

it('names what is missing when a room calls too early', () => {
  expect(createLink('the lane').get).toThrow('the lane: not connected yet.')
})

it('refuses a second connection', () => {
  const link = createLink<string>('the lane')
  link.connect('open')
  expect(() => link.connect('another')).toThrow('the lane: connected already.')
})
