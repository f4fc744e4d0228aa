import { afterEach, describe, expect, it } from 'vitest'
import { createModelServer } from '../../../../test/support/models/model-server.ts'
import { modelAt } from '../../../../test/support/models/served-model.ts'
import { collectFailure, sampleRequest, textIn } from '../../../../test/support/protocols/model-samples.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function served(body: string, type: string | null) {
  const server = await createModelServer()
  closers.push(server.close)
  server.enqueue({ status: 200, headers: { 'content-type': type ?? '' }, body })
  return modelAt(server.baseUrl)
}

const failure = async (body: string, type: string | null = 'text/event-stream') =>
  collectFailure(await served(body, type), sampleRequest())

const J = JSON.stringify
const said = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${J({ choices: [{ index: 0, delta, finish_reason: finish, ...more }] })}\n\n`

describe('an error that comes with status 200', () => {
  it.each([
    ['as JSON', J({ error: { message: 'the model is not loaded' } }), 'application/json'],
    [
      'as JSON that is called a stream',
      J({ error: { message: 'the model is not loaded' } }),
      'text/event-stream',
    ],
    ['as JSON without a type', J({ error: 'the model is not loaded' }), null],
    [
      'without a key "error"',
      J({ code: 1305, msg: 'the model is not loaded', success: false }),
      'application/json',
    ],
    [
      'of kind error',
      J({ object: 'error', message: 'the model is not loaded', code: 500 }),
      'application/json',
    ],
    ['as a list of details', J({ detail: [{ msg: 'the model is not loaded' }] }), 'application/json'],
    [
      'as plain words in an event',
      'data: error: the model is not loaded\n\ndata: [DONE]\n\n',
      'text/event-stream',
    ],
    ['as plain words', 'the model is not loaded', 'text/plain'],
    ['as plain words that are called a stream', ': hello\n\nthe model is not loaded\n', 'text/event-stream'],
    [
      'in an event of kind error',
      'event: error\ndata: {"message":"the model is not loaded"}\n\n',
      'text/event-stream',
    ],
    [
      'behind a router',
      J({ error: { message: 'Provider error', metadata: { raw: 'the model is not loaded' } } }),
      null,
    ],
  ])('is told in the words of the server: %s', async (_how, body, type) => {
    const { error } = await failure(body, type)
    expect(error.message).toContain('the model is not loaded')
    expect(error.code).toMatch(/^llm\./)
  })

  it('is found in the choice, and the words before it are kept', async () => {
    const body =
      said({ content: 'High ' }) + said({}, 'error', { error: { code: 502, message: 'engine died' } })
    const { chunks, error } = await failure(body)
    expect(textIn(chunks)).toBe('High ')
    expect(error).toMatchObject({ code: 'llm.stream', recoverable: true })
    expect(error.message).toContain('engine died')
  })

  it('is told where the reason of the end is all there is', async () => {
    const { chunks, error } = await failure(`${said({ content: 'High ' }, 'error')}data: [DONE]\n\n`)
    expect(textIn(chunks)).toBe('High ')
    expect(error.message).toContain('ended the answer')
  })
})

describe('an answer under a wrong content type', () => {
  it.each(['application/json', 'text/plain', 'text/html', 'application/octet-stream', null])(
    'is read: %s',
    async (type) => {
      for (const body of [
        said({ content: '潮汐' }, 'stop'),
        J({ choices: [{ message: { content: '潮汐' }, finish_reason: 'stop' }] }),
        `${J({ choices: [{ delta: { content: '潮' } }] })}\n${J({ choices: [{ delta: { content: '汐' }, finish_reason: 'stop' }] })}\n`,
      ]) {
        const model = await served(body, type)
        const chunks = []
        for await (const chunk of model.stream(sampleRequest(), new AbortController().signal))
          chunks.push(chunk)
        expect(textIn(chunks)).toBe('潮汐')
      }
    },
  )

  it('is a web page whatever it is called', async () => {
    const { error } = await failure('\n<!doctype html><title>Welcome</title>', 'text/event-stream')
    expect(error).toMatchObject({ code: 'llm.not_found' })
  })

  it.each([
    [
      'comments, no space after "data:", CRLF',
      `: a\r\n\r\ndata:${J({ choices: [{ delta: { content: '潮汐' }, finish_reason: 'stop' }] })}\r\n\r\ndata:[DONE]\r\n\r\n`,
    ],
    ['a mark at the beginning of the bytes', `\ufeff${said({ content: '潮汐' }, 'stop')}`],
    [
      'id, event and retry',
      `retry: 10\nid: 1\nevent: message\n${said({ content: '潮汐' }, 'stop')}event: done\ndata: [DONE]\n\n`,
    ],
    ['lines that end with CR', said({ content: '潮汐' }, 'stop').replaceAll('\n', '\r')],
    ['no empty line at the end', said({ content: '潮汐' }, 'stop').trimEnd()],
    [
      'signs of life',
      `data: ping\n\ndata:\n\n${said({ content: '潮汐' }, 'stop')}event: ping\ndata: {}\n\ndata: [DONE] \n\n`,
    ],
    [
      'null for delta, choices and usage',
      `data: ${J({ choices: null })}\n\ndata: ${J({ choices: [{ delta: null }], usage: null })}\n\n${said({ content: '潮汐' }, 'stop')}`,
    ],
  ])('with odd lines is read: %s', async (_how, body) => {
    const model = await served(body, 'text/event-stream')
    const chunks = []
    for await (const chunk of model.stream(sampleRequest(), new AbortController().signal)) chunks.push(chunk)
    expect(textIn(chunks)).toBe('潮汐')
  })
})
