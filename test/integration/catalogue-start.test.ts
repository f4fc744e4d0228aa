import { afterEach, expect, it, vi } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { openTempFolder } from '../support/disk/temp-folder.ts'

afterEach(() => void vi.useRealTimers())

it('reads the model catalogue after the first paint only', async () => {
  const { at } = await openTempFolder('catalogue')
  const heard: string[] = []
  let paint = () => {}
  const painted = new Promise<void>((resolve) => {
    paint = resolve
  })
  const send = (_windowId: number, message: WindowMessage) => {
    if (message.t === 'app') heard.push(message.event.kind)
  }
  const app = await openHeadless({ home: at('home'), send, painted })
  const window = { windowId: 1 }
  app.windowOpened(window.windowId)
  // Calls of a first page.
  await app.handlers['model.list']({}, window)
  await app.handlers['project.list']({}, window)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).not.toContain('models.changed')
  paint()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await expect.poll(() => heard).toContain('models.changed')
  await app.close()
})
