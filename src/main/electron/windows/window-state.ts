import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { LocaleChoice, Theme } from '#shared/config/look.ts'
import type { Logger } from '../../lib/logger.ts'

export const MIN_SIZE = { width: 880, height: 600 }
const DEFAULT_SIZE = { width: 1440, height: 900 }
/** The minimum visible part of a window, so that a person can find and drag it. */
const GRIP = { width: 120, height: 36 }

const Bounds = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
export type Bounds = z.infer<typeof Bounds>

/** Window state needed before the app has opened. A lost file only costs the window position. */
export const WindowState = z.strictObject({
  bounds: Bounds.nullable(),
  maximized: z.boolean(),
  theme: Theme,
  locale: LocaleChoice.default('system'),
})
export type WindowState = z.infer<typeof WindowState>

const FIRST: WindowState = { bounds: null, maximized: false, theme: 'system', locale: 'system' }

/** Keeps the state of the newest window in one small file, written at once and as a whole. */
export function openWindowState(deps: { readonly file: string; readonly logger: Logger }) {
  let state = read(deps.file)

  return {
    get: () => state,
    set: (changes: Partial<WindowState>) => {
      const next = { ...state, ...changes }
      if (JSON.stringify(next) === JSON.stringify(state)) return
      state = next
      try {
        mkdirSync(dirname(deps.file), { recursive: true })
        writeFileSync(`${deps.file}.new`, JSON.stringify(state))
        renameSync(`${deps.file}.new`, deps.file)
      } catch (error) {
        deps.logger.warn('The place of the window was not kept', { error })
      }
    },
  }
}
export type WindowStateFile = ReturnType<typeof openWindowState>

/** Returns the position of a window: the previous one if it is on a current screen, otherwise centred. */
export function placeWindow(
  wanted: Bounds | null,
  screens: readonly Bounds[],
): Partial<Bounds> & { readonly width: number; readonly height: number } {
  const screen = wanted === null ? undefined : screens.find((each) => shares(each, wanted))
  if (wanted === null || screen === undefined) {
    const [first] = screens
    return first === undefined ? DEFAULT_SIZE : fitted(DEFAULT_SIZE, first)
  }
  return { x: wanted.x, y: Math.max(wanted.y, screen.y), ...fitted(wanted, screen) }
}

function fitted(size: { width: number; height: number }, screen: Bounds) {
  return {
    width: Math.max(MIN_SIZE.width, Math.min(size.width, screen.width)),
    height: Math.max(MIN_SIZE.height, Math.min(size.height, screen.height)),
  }
}

/** Whether the window's title bar is reachable on that screen. */
function shares(screen: Bounds, wanted: Bounds): boolean {
  const width = Math.min(screen.x + screen.width, wanted.x + wanted.width) - Math.max(screen.x, wanted.x)
  const top = wanted.y >= screen.y - GRIP.height && wanted.y <= screen.y + screen.height - GRIP.height
  return width >= GRIP.width && top
}

function read(file: string): WindowState {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing on the first start, or damaged: both mean that nothing is known.
    return FIRST
  }
}
