import { expect, it } from 'vitest'
import { createFollow } from './follow.ts'

function reading() {
  let time = 0
  const follow = createFollow(() => time)
  follow.moved({ top: 1_000, below: 0 })
  const wait = (ms: number) => {
    time += ms
  }
  return { follow, wait }
}

it('keeps following when a card below takes room and more words arrive', () => {
  const { follow } = reading()
  follow.moved({ top: 1_000, below: 180 })
  follow.moved({ top: 1_000, below: 240 })
  expect(follow.isFollowing()).toBe(true)
  expect(follow.waits()).toBe(0)
})

it('keeps following when the room grows and the browser moves the view up to the end', () => {
  const { follow } = reading()
  follow.asks()
  follow.moved({ top: 820, below: 0 })
  expect(follow.isFollowing()).toBe(true)
})

it('ends with the smallest step up that the reader asks for, however near the end', () => {
  const { follow } = reading()
  follow.asks()
  follow.moved({ top: 997, below: 3 })
  expect(follow.isFollowing()).toBe(false)
  expect(follow.waits()).toBe(null)
})

it('gives way to a scroll that was asked for until it shows', () => {
  const { follow, wait } = reading()
  follow.asks()
  expect(follow.waits()).toBeGreaterThan(0)
  wait(follow.waits() ?? 0)
  expect(follow.waits()).toBe(0)
})

it('does not take a move long after the last wheel turn for the reader’s', () => {
  const { follow, wait } = reading()
  follow.asks()
  wait(2_000)
  follow.moved({ top: 700, below: 300 })
  expect(follow.isFollowing()).toBe(true)
})

it('leaves the view alone while the reader holds it and ends when they pull it up', () => {
  const { follow, wait } = reading()
  follow.holds()
  wait(5_000)
  expect(follow.waits()).toBe(null)
  follow.moved({ top: 400, below: 600 })
  follow.lets()
  wait(5_000)
  expect(follow.waits()).toBe(null)
})

it('resumes when the reader comes back to the end', () => {
  const { follow, wait } = reading()
  follow.asks()
  follow.moved({ top: 500, below: 500 })
  wait(5_000)
  follow.asks()
  follow.moved({ top: 800, below: 200 })
  expect(follow.isFollowing()).toBe(false)
  follow.moved({ top: 990, below: 10 })
  expect(follow.isFollowing()).toBe(true)
})

it('resumes at once when the newest words are asked for', () => {
  const { follow } = reading()
  follow.asks()
  follow.moved({ top: 500, below: 500 })
  follow.resumes()
  expect(follow.waits()).toBe(0)
})
