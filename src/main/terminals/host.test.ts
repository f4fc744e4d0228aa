import { expect, it } from 'vitest'
import { TerminalId } from '#shared/ids.ts'
import { createTerminalHost } from './host.ts'

const id = TerminalId.parse('trm_00000001')

it('waits for a reply of a hanging process no longer than its limit', async () => {
  const host = createTerminalHost({
    spawn: () => ({
      post: () => undefined,
      onMessage: () => () => undefined,
      onExit: () => () => undefined,
      kill: () => undefined,
    }),
    receive: () => undefined,
    lost: () => undefined,
    replyMs: 1,
  })
  const start = { file: '/bin/sh', args: [], cwd: '/', env: {}, cols: 80, rows: 24 }
  host.post({ t: 'start', id, start })
  expect([await host.screen(id), await host.foreground(id)]).toEqual([null, ''])
})
