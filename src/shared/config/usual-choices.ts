import { USUAL_TERMINAL_LOOK } from '../terminal/terminal-look.ts'
import type { Choices } from './choices.ts'

/** The values of settings that the person did not change. */
export const USUAL_CHOICES: Choices = {
  keepRunning: false,
  keepRunningAsked: false,
  notifications: true,
  textSize: 'medium',
  density: 'comfortable',
  vimKeys: false,
  chatSummaries: true,
  summaryEvery: 30_000,
  suggestions: false,
  terminal: USUAL_TERMINAL_LOOK,
  logLevel: 'info',
}
