import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { MIN_SIZE, openWindowState, placeWindow } from './window-state.ts'

const laptop = { x: 0, y: 0, width: 1920, height: 1080 }
const right = { x: 1920, y: -200, width: 2560, height: 1440 }

describe('placeWindow', () => {
  it('opens in the middle of the first screen when nothing is known', () => {
    expect(placeWindow(null, [laptop])).toEqual({ width: 1440, height: 900 })
  })

  it('opens no larger than a small screen', () => {
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1280, height: 720 }])).toEqual({
      width: 1280,
      height: 720,
    })
  })

  it('returns to where it was, on the second screen too', () => {
    const was = { x: 2200, y: -150, width: 1400, height: 1000 }
    expect(placeWindow(was, [laptop, right])).toEqual(was)
  })

  it.each([
    ['the screen is gone', { x: 2200, y: 100, width: 1400, height: 900 }],
    ['only a sliver is left on the screen', { x: 1850, y: 100, width: 1400, height: 900 }],
    ['the title bar is under the lower edge', { x: 100, y: 1070, width: 1400, height: 900 }],
    ['the title bar is far above the screen', { x: 100, y: -500, width: 1400, height: 900 }],
  ])('opens in the middle when %s', (_why, was) => {
    expect(placeWindow(was, [laptop])).toEqual({ width: 1440, height: 900 })
  })

  it('is never too small to use and always has its title bar on a screen', () => {
    const bounds = fc.record({
      x: fc.integer({ min: -10_000, max: 10_000 }),
      y: fc.integer({ min: -10_000, max: 10_000 }),
      width: fc.integer({ min: 1, max: 10_000 }),
      height: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(bounds, (was) => {
        const { y, width, height } = placeWindow(was, [laptop, right])
        expect(width).toBeGreaterThanOrEqual(MIN_SIZE.width)
        expect(height).toBeGreaterThanOrEqual(MIN_SIZE.height)
        if (y !== undefined) expect(y).toBeGreaterThanOrEqual(right.y)
      }),
    )
  })
})

describe('openWindowState', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'orrery window 窗-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('remembers over a restart', () => {
    const file = join(folder, 'data', 'window.json')
    openWindowState({ file, logger: silentLogger }).set({ maximized: true, theme: 'light', locale: 'zh-CN' })
    expect(openWindowState({ file, logger: silentLogger }).get()).toEqual({
      bounds: null,
      maximized: true,
      theme: 'light',
      locale: 'zh-CN',
    })
    expect(readdirSync(join(folder, 'data'))).toEqual(['window.json'])
  })

  it('reads what was kept before there was a language in it', () => {
    const file = join(folder, 'window.json')
    writeFileSync(file, '{"bounds":null,"maximized":true,"theme":"dark"}')
    expect(openWindowState({ file, logger: silentLogger }).get()).toMatchObject({
      maximized: true,
      locale: 'system',
    })
  })

  it.each(['', '{', '{"bounds":7}', '{"bounds":null,"maximized":false,"theme":"dark","more":1}'])(
    'starts afresh from a damaged file: %s',
    (text) => {
      const file = join(folder, 'window.json')
      writeFileSync(file, text)
      expect(openWindowState({ file, logger: silentLogger }).get()).toEqual({
        bounds: null,
        maximized: false,
        theme: 'system',
        locale: 'system',
      })
    },
  )

  it('goes on without the file when it cannot be written', () => {
    writeFileSync(join(folder, 'blocked'), '')
    const state = openWindowState({ file: join(folder, 'blocked', 'window.json'), logger: silentLogger })
    state.set({ theme: 'dark' })
    expect(state.get().theme).toBe('dark')
  })
})
