import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats({ respond: () => textScript('Twice a day.') })

const clientsOf = (path: readonly DurableEvent[], role: 'user' | 'assistant') =>
  path.flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === role ? [event.clientId] : [],
  )

it('names the window that said something, and the app for what an agent answers', async () => {
  const chats = await story.start(`${modelTable('model', story.server().baseUrl)}\n${PLAIN_TITLES}`)
  const sessionId = await chats.say('How often?')
  chats.app.windowOpened(2)
  await chats.handlers['session.send'](
    { target: { to: 'session', sessionId }, text: 'Really?', images: [] },
    { windowId: 2 },
  )
  await chats.app.idle()
  await chats.say('Thank you.', sessionId)
  const { path } = await chats.look(sessionId)
  const [first, second, third] = clientsOf(path, 'user')
  const answers = new Set(clientsOf(path, 'assistant'))
  expect(first).toBe(third)
  expect(first).not.toBe(second)
  expect(answers.size).toBe(1)
  expect([first, second]).not.toContain([...answers][0])
})
