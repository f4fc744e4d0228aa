import { afterEach, describe, expect, it } from 'vitest'
import type { BlobId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { type Script, textScript } from '../../../../test/support/models/model-script.ts'
import { createModelServer, type RecordedRequest } from '../../../../test/support/models/model-server.ts'
import { modelAt } from '../../../../test/support/models/served-model.ts'
import {
  assistantMessage,
  callPart,
  collect,
  collectFailure,
  sampleRequest,
  textIn,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import type { ModelRequest } from '../model.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Wire = {
  readonly role: string
  readonly content: unknown
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string }[]
}
type Body = { readonly messages: readonly Wire[]; readonly [field: string]: unknown }

/** A server that refuses what `problem` finds, and answers otherwise. */
async function strict(problem: (body: Body) => string | null, status = 400) {
  const respond = ({ body }: RecordedRequest): Script => {
    const message = problem(body as Body)
    const code = status === 200 ? { code: 400 } : {}
    return message === null ? textScript('Done.') : { status, body: { error: { message, ...code } } }
  }
  const server = await createModelServer({ respond })
  closers.push(server.close)
  const model = modelAt(server.baseUrl)
  const sent = () => server.requests.map(({ body }) => body as Body)
  return { sent, model, ask: (request: ModelRequest) => collect(model, request) }
}

const TOOL = { name: 'read', description: '', schema: { type: 'object' } }
const called = (id: string): Message[] => [
  userMessage('Read it'),
  assistantMessage(callPart(id, 'read', { path: 'a' })),
  toolMessage(id, 'read', 'A'),
]

describe('what a server refuses is learned', () => {
  const limits = (field: string, body: Body) => Number(body[field] ?? 0)
  const hasRole = (body: Body, role: string) => body.messages.some((each) => each.role === role)
  it.each<[string, (body: Body) => string | null]>([
    ['the role system', (body) => (hasRole(body, 'system') ? 'System role not supported' : null)],
    [
      'the role system, for developer',
      (body) =>
        hasRole(body, 'developer') ? null : "'messages[0].role' does not support 'system'; use 'developer'.",
    ],
    [
      'a content that is null',
      (body) =>
        body.messages.some(({ content }) => content === null)
          ? 'messages.2.content: Input should be a valid string'
          : null,
    ],
    [
      'max_tokens',
      (body) =>
        'max_tokens' in body ? "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'." : null,
    ],
    [
      'a large max_tokens',
      (body) =>
        limits('max_tokens', body) > 512
          ? 'Invalid max_tokens value, the valid range of max_tokens is [1, 512]'
          : null,
    ],
    [
      'a large max_tokens in other words',
      (body) =>
        limits('max_tokens', body) > 512
          ? 'max_tokens is too large: 1000. This model supports at most 512 completion tokens.'
          : null,
    ],
    [
      'a limit that does not fit behind the request',
      (body) =>
        'max_tokens' in body
          ? "'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 1200 tokens and your request has 300 input tokens (1000 > 1200 - 300)."
          : null,
    ],
    ['a forced tool', (body) => ('tool_choice' in body ? 'tool_choice is not supported' : null)],
    [
      'tools',
      (body) =>
        'tools' in body || hasRole(body, 'tool')
          ? 'registry.ollama.ai/library/gemma:2b does not support tools'
          : null,
    ],
    [
      'tools without a parser',
      (body) =>
        'tools' in body
          ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
          : null,
    ],
    [
      'a person who speaks after a tool',
      (body) =>
        body.messages.some(({ role }, at) => role === 'user' && body.messages[at - 1]?.role === 'tool')
          ? "Unexpected role 'user' after role 'tool'"
          : null,
    ],
    [
      'ids that are not nine letters',
      (body) =>
        body.messages
          .flatMap(({ tool_calls = [] }) => tool_calls)
          .every(({ id }) => /^[A-Za-z0-9]{9}$/.test(id))
          ? null
          : 'Tool call id was call_PTLP8xhu3u but must be a-z, A-Z, 0-9, with a length of 9.',
    ],
  ])('and left out from then on: %s', async (_what, problem) => {
    const { ask, sent } = await strict(problem)
    const messages = [...called('call_PTLP8xhu3u'), userMessage('And?')]
    const request = sampleRequest({ messages, tools: [TOOL], forcedTool: 'read' })
    expect(textIn(await ask(request))).toBe('Done.')
    const tries = sent().length
    expect(textIn(await ask(request))).toBe('Done.')
    expect([tries, sent().length - tries]).toEqual([2, 1])
    const last = sent().at(-1)
    const text = JSON.stringify(last)
    for (const words of ['Be brief.', 'Read it', 'And?', 'path']) expect(text).toContain(words)
    const ids = last?.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    const answered = last?.messages.flatMap((each) => each.tool_call_id ?? [])
    expect(answered).toEqual(ids)
  })

  it('also where the refusal comes with status 200', async () => {
    const { ask, sent } = await strict(
      (body) => (body.messages[0]?.role === 'system' ? 'System role not supported' : null),
      200,
    )
    await ask(sampleRequest())
    await ask(sampleRequest())
    expect(sent()).toHaveLength(3)
  })

  it('all together, each once', async () => {
    const { ask, sent } = await strict((body) => {
      if (hasRole(body, 'system')) return 'System role not supported'
      if (body.messages.some(({ content }) => content === null)) return 'content must be a string, not null'
      return limits('max_tokens', body) > 100 ? 'max_tokens must be less than or equal to 100' : null
    })
    await ask(sampleRequest({ messages: called('a') }))
    expect(sent()).toHaveLength(4)
    expect(sent().at(-1)).toMatchObject({ max_tokens: 100 })
  })

  it('and says what was refused, once', async () => {
    const { ask } = await strict((body) => (hasRole(body, 'system') ? 'System role not supported' : null))
    const told: string[] = []
    const request = sampleRequest({ onAdapted: (words) => void told.push(words) })
    await ask(request)
    await ask(request)
    expect(told).toEqual(['System role not supported'])
  })

  it('and says that no tools were offered', async () => {
    const { ask } = await strict((body) => ('tools' in body ? 'This model does not support tools.' : null))
    const told: string[] = []
    const onAdapted = () => void told.push('another form')
    await ask(sampleRequest({ tools: [TOOL], onToolsLeftOut: () => void told.push('no tools'), onAdapted }))
    expect(told).toEqual(['no tools'])
  })

  it('and calls that are then told as text hold no half of a sign', async () => {
    const { ask, sent } = await strict((body) =>
      'tools' in body ? 'This model does not support tools.' : null,
    )
    const call = callPart('a', 'read', { path: 'moon\ud83c.txt' })
    const messages = [userMessage('Read it'), assistantMessage(call), toolMessage('a', 'read', 'A')]
    await ask(sampleRequest({ messages, tools: [TOOL] }))
    expect(JSON.stringify(sent().at(-1))).toContain('moon\ufffd.txt')
    expect(JSON.stringify(sent().at(-1))).not.toMatch(/ud83c/)
  })

  it('and what cannot be helped is told', async () => {
    const { model, sent } = await strict(() => 'The moon is in the wrong house.')
    const { error } = await collectFailure(model, sampleRequest())
    expect(error.message).toContain('moon')
    expect(sent()).toHaveLength(1)
  })
})

describe('a picture that the server refuses', () => {
  const picture = (name: string) => ({
    t: 'file' as const,
    blobId: name as BlobId,
    mime: 'image/png',
    name: `${name}.png`,
  })
  const readFile = async () => new Uint8Array([1])
  const shownIn = (body: Body | undefined) => JSON.stringify(body).match(/image_url":\{/g)?.length ?? 0

  it.each([
    ['for its size', 400, 'image exceeds 5 MB maximum'],
    ['for its form', 422, 'Could not process image: unsupported format'],
    ['with the whole request', 413, 'Request too large'],
    ['for a reason it keeps to itself', 400, 'Bad request'],
  ])('%s is named from then on, and those before it are still shown', async (_why, status, words) => {
    const { ask, sent } = await strict((body) => (shownIn(body) > 1 ? words : null), status)
    const first = [userMessage('Look', picture('blob_1')), assistantMessage('Nice.')]
    await ask(sampleRequest({ messages: first, readFile }))
    const messages = [...first, userMessage('And this', picture('blob_2'))]
    const told: string[] = []
    await ask(sampleRequest({ messages, readFile, onPicturesNamed: (why) => void told.push(why) }))
    await ask(
      sampleRequest({ messages: [...messages, assistantMessage('Hm.'), userMessage('So?')], readFile }),
    )
    expect(sent().map(shownIn)).toEqual([1, 2, 1, 1])
    expect(told).toEqual(['refused'])
    expect(JSON.stringify(sent().at(-1))).toContain(
      '[picture: blob_2.png (image/png), which the server refused to show you]',
    )
  })

  it('makes room where there are too many: the oldest go', async () => {
    const { ask, sent } = await strict((body) =>
      shownIn(body) > 2 ? 'At most 2 images; too many images' : null,
    )
    const messages = [userMessage(...[1, 2, 3, 4].map((n) => picture(`blob_${n}`)))]
    await ask(sampleRequest({ messages, readFile }))
    expect(sent().map(shownIn)).toEqual([4, 2])
    expect(JSON.stringify(sent().at(-1))).toMatch(/blob_1\.png.*blob_2\.png/)
  })

  it('is not blamed for what it has nothing to do with', async () => {
    const { model, sent } = await strict(() => 'The moon is in the wrong house.')
    const messages = [userMessage('Look', picture('blob_1'))]
    const { error } = await collectFailure(model, sampleRequest({ messages, readFile }))
    expect(error.message).toContain('moon')
    expect(sent().map(shownIn)).toEqual([1, 0])
    await collectFailure(model, sampleRequest({ messages, readFile }))
    expect(shownIn(sent()[2])).toBe(1)
  })
})
