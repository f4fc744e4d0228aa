import { describe, expect, it } from 'vitest'
import { type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const server = () => story.server()
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const refusal = (status: number, error: unknown): Script => ({ status, body: { error } })

/** As servers have been seen to refuse a picture for a model that reads text only. */
const REFUSALS: readonly (readonly [server: string, Script])[] = [
  [
    'OpenAI',
    refusal(400, { message: 'Invalid content type. image_url is only supported by certain models.' }),
  ],
  [
    'llama.cpp',
    refusal(500, {
      code: 500,
      message:
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      type: 'server_error',
    }),
  ],
  ['Ollama', refusal(500, { message: 'this model is missing data required for image input' })],
  ['LM Studio', refusal(400, 'Model does not support images. Please use a model that does.')],
  ['vLLM', { status: 400, body: { object: 'error', message: 'phi is not a multimodal model', code: 400 } }],
  [
    'DeepSeek',
    refusal(422, {
      message:
        'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 234',
    }),
  ],
  [
    'Groq',
    refusal(400, {
      message:
        "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
    }),
  ],
  ['OpenRouter', refusal(404, { message: 'No endpoints found that support image input', code: 404 })],
]

/** Sends a picture in a new chat. */
async function showPicture(chats: Awaited<ReturnType<typeof story.start>>) {
  const target = { to: 'project', projectId: chats.projectId, model: 'test/scripted' } as const
  const image = { mime: 'image/png' as const, base64: PIXEL, name: 'table.png' }
  const { sessionId } = await chats.handlers['session.send'](
    { target: { ...target, permissionMode: 'bypass' }, text: 'What is this?', images: [image] },
    chats.caller,
  )
  await chats.app.idle()
  return sessionId
}
const sentPicture = (at: number) => JSON.stringify(story.asked().at(at)).includes('image_url')

describe('a picture for a model that reads text only', () => {
  it.each(REFUSALS)(
    'is told by its name after the refusal of %s, and the chat goes on',
    async (_name, refused) => {
      const chats = await story.start(modelTable('model', server().baseUrl))
      server().enqueue(refused, textScript('A picture I cannot see.'), textScript('Twice a day.'))
      const sessionId = await showPicture(chats)
      await chats.say('How often is high tide?', sessionId)
      expect(linesOf((await chats.look(sessionId)).path)).toEqual([
        'user: What is this?',
        'assistant: A picture I cannot see.',
        expect.stringMatching(/^runtime-notice: scripted does not support images/),
        'user: How often is high tide?',
        'assistant: Twice a day.',
      ])
      expect([0, 1, 2].map(sentPicture)).toEqual([true, false, false])
      expect(JSON.stringify(story.asked().at(1))).toContain(
        '[picture: table.png (image/png), which you cannot see]',
      )
    },
  )

  it('is not sent where the settings say that the model sees none', async () => {
    const chats = await story.start(modelTable('model', server().baseUrl, { lines: 'pictures = false' }))
    server().enqueue(textScript('A name.'))
    const sessionId = await showPicture(chats)
    expect(sentPicture(0)).toBe(false)
    expect(linesOf((await chats.look(sessionId)).path).at(-1)).toContain('does not support images')
  })
})
