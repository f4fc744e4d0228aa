import { hasSessionBus, startBus } from './bus.mjs'
import { hasDisplay, startDisplay } from './display.mjs'

/**
 * What this machine lacks for a window to open, as starters for withServices, and the words for it. With a
 * display nothing is added: a bus that is missing there is for the person to decide.
 */
export function missingDesktop(env = process.env) {
  if (hasDisplay(env)) return { starters: [], words: '' }
  if (hasSessionBus(env)) return { starters: [startDisplay], words: 'no display: running under Xvfb' }
  return {
    starters: [startDisplay, startBus],
    words: 'no display: running under Xvfb with a session bus of its own',
  }
}

/** Switches every start needs. Chromium refuses its sandbox to root. */
export function electronSwitches() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
