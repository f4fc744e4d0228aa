import { expect, it } from 'vitest'
import type { Plugins } from '../extensions/plugins/plugins.ts'
import { createPluginHandlers } from './plugin-handlers.ts'

const COMMAND_LINE = { windowId: 1, isCommandLine: true } as const

function open() {
  const turned: string[] = []
  const asked: ((yes: boolean) => void)[] = []
  const handlers = createPluginHandlers({
    plugins: { turn: async (name: string) => void turned.push(name) } as unknown as Plugins,
    shell: {
      pickFile: async () => null,
      pickFolder: async () => null,
      confirmInFront: () => new Promise<boolean>((resolve) => asked.push(resolve)),
    },
    locale: () => 'en',
    hasWindow: true,
  })
  return { turned, asked, turn: (name: string) => handlers['plugins.turn']({ name, on: true }, COMMAND_LINE) }
}

it('asks one question of command lines at a time, and refuses others', async () => {
  const { turned, asked, turn } = open()
  const first = turn('tide')
  await expect(turn('flood')).rejects.toThrow()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(true)
  await first
  expect(turned).toEqual(['tide'])
  const next = turn('ebb')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.(false)
  await expect(next).rejects.toThrow()
  expect(turned).toEqual(['tide'])
})
