import { expect, it } from 'vitest'
import type { AppEvent } from '#shared/events/delivery.ts'
import { createReadOnlyCommands } from './read-only-commands.ts'

it('tells the person once that commands run unasked, and asks for them where that is set', () => {
  const told: AppEvent[] = []
  let noticed = false
  let askForReadOnly = false
  const reading = createReadOnlyCommands({
    settings: {
      current: () =>
        ({ askForReadOnly }) as ReturnType<
          Parameters<typeof createReadOnlyCommands>[0]['settings']['current']
        >,
      readOnlyNoticed: () => noticed,
      noteReadOnly: () => {
        noticed = true
      },
    },
    tell: (event) => told.push(event),
  })
  expect(reading.runUnasked()).toBe(true)
  reading.ran()
  reading.ran()
  expect(told).toMatchObject([{ kind: 'notice', level: 'info', text: expect.stringContaining('git status') }])
  askForReadOnly = true
  expect(reading.runUnasked()).toBe(false)
})
