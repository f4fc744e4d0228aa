import { expect, it } from 'vitest'
import { authorityFile, hasDisplay } from './display.mjs'

it('asks for a display on Linux only', () => {
  expect(hasDisplay({}, 'linux')).toBe(false)
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(hasDisplay({}, 'darwin')).toBe(true)
})

it('writes one cookie for every host and display', () => {
  const expected = `ffff00000000${'0012'}${Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex')}0002abcd`
  expect(authorityFile(Buffer.from('abcd', 'hex')).toString('hex')).toBe(expected)
})
