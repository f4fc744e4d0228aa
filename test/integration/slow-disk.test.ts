import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { createHeldDisk } from '../support/disk/held-disk.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const run = promisify(execFile)

/** As long as any command takes that does next to nothing. */
const aWhile = () => run(process.execPath, ['-e', '0'])

it('answers a window, and shows it anything, only when the disk has what it says', async () => {
  const disk = createHeldDisk()
  const shown: WindowMessage[] = []
  const send = (_window: number, message: WindowMessage) => void shown.push(message)
  const chats = await story.start(modelTable('model', story.server().baseUrl), { ...disk, send })
  story.server().enqueue(textScript('High water at noon.'), textScript('And at midnight.'))
  const sessionId = await chats.say('When is high water?')
  await chats.look(sessionId)

  disk.hold()
  shown.length = 0
  let answered = false
  const sent = chats.say('And again?', sessionId).then(() => {
    answered = true
  })
  await disk.asked()
  await aWhile()
  expect([answered, shown.filter(({ t }) => t === 'events')]).toEqual([false, []])
  disk.release()
  await sent
  await expect.poll(() => JSON.stringify(shown)).toContain('And at midnight.')
})

it('does what changes something only when the disk knows of the call', async () => {
  const disk = createHeldDisk()
  const chats = await story.start(modelTable('model', story.server().baseUrl), disk)
  const gate = createGate()
  const act = callScript([{ name: 'bash', args: { command: 'touch made' } }])
  story
    .server()
    .enqueue(
      'steps' in act ? { steps: [{ do: 'wait', gate }, ...act.steps] } : act,
      textScript('It is there.'),
    )
  await chats.ask('Make the file.')
  await expect.poll(() => story.asked().length).toBe(1)
  disk.hold()
  gate.open()
  await disk.asked()
  await aWhile()
  expect(existsSync(story.file('made'))).toBe(false)
  disk.release()
  await chats.app.idle()
  expect(existsSync(story.file('made'))).toBe(true)
})
