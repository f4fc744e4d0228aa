import { expect, it } from 'vitest'
import { createTimeZone } from './time-zone.ts'

it('asks the system again after a minute, and when the clock was set back', () => {
  let now = 1_000_000
  let zone = 'Europe/Zurich'
  const timeZone = createTimeZone(
    () => now,
    () => zone,
  )
  const seen = [timeZone()]
  zone = 'Asia/Tokyo'
  now += 59_999
  seen.push(timeZone())
  now += 1
  seen.push(timeZone())
  zone = 'America/Lima'
  now -= 30_000
  seen.push(timeZone())
  expect(seen).toEqual(['Europe/Zurich', 'Europe/Zurich', 'Asia/Tokyo', 'America/Lima'])
})
