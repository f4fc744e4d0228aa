import { expect, it } from 'vitest'
import { CALL_CHANNEL, EVENT_CHANNEL } from '#shared/ipc/channels.ts'

it('speaks on exactly two channels', () => {
  expect([CALL_CHANNEL, EVENT_CHANNEL]).toEqual(['orrery:call', 'orrery:event'])
})
