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
  commitTrailer: 'none',
  terminal: { font: '', fontSize: 12, lineHeight: 1.15, cursor: 'block', blinks: false },
  logLevel: 'info',
}
