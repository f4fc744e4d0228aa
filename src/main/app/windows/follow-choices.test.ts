import { expect, it } from 'vitest'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { Settings } from '#shared/ipc/boot.ts'
import { followLogLevel, notifyUnlessOff } from './follow-choices.ts'

function open() {
  let current = { ...USUAL_CHOICES } as Settings
  let told: (event: AppEvent) => void = () => {}
  return {
    settings: { current: () => current },
    hear: (listener: (event: AppEvent) => void) => {
      told = listener
      return () => {}
    },
    change: (changes: Partial<Settings>) => {
      current = { ...current, ...changes }
      told({ kind: 'settings.changed', settings: current })
    },
  }
}

it('sets the level of the log at the start and after a change', () => {
  const levels: string[] = []
  const { change, ...deps } = open()
  followLogLevel(deps, (level) => void levels.push(level))
  change({ logLevel: 'error' })
  expect(levels).toEqual(['info', 'error'])
})

it('shows no desktop notification while they are off', () => {
  const shown: string[] = []
  const { change, ...deps } = open()
  const notify = notifyUnlessOff(deps, (title) => void shown.push(title))
  notify('one', '', () => {})
  change({ notifications: false })
  notify('two', '', () => {})
  expect(shown).toEqual(['one'])
})
