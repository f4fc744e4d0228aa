import { expect, it } from 'vitest'
import { cacheFolder } from './paths.mjs'

it('keeps the cache where each system keeps caches', () => {
  expect(cacheFolder({}, 'linux', '/home/me')).toBe('/home/me/.cache/orrery')
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' }, 'linux', '/home/me')).toBe('/c/orrery')
  expect(cacheFolder({}, 'darwin', '/Users/me')).toBe('/Users/me/Library/Caches/orrery')
})

it('prefers ORRERY_CACHE', () => {
  expect(cacheFolder({ ORRERY_CACHE: '/elsewhere', XDG_CACHE_HOME: '/c' }, 'linux', '/h')).toBe('/elsewhere')
})
