import { afterEach, describe, expect, it } from 'vitest'
import {
  callScript,
  createGate,
  type Script,
  textScript,
} from '../../../../test/support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../../../../test/support/models/model-server.ts'
import { MARKER_KEY as KEY, modelAt } from '../../../../test/support/models/served-model.ts'
import { callsIn, collect, sampleRequest, textIn } from '../../../../test/support/protocols/model-samples.ts'
import type { ModelChunk } from '../model.ts'
import { joinPieces } from '../protocol/join-pieces.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(...scripts: Script[]): Promise<ModelServer> {
  const server = await createModelServer()
  closers.push(server.close)
  server.enqueue(...scripts)
  return server
}

describe('an answer', () => {
  it('arrives as it is sent, and ends with the usage of the trailing chunk', async () => {
    const gate = createGate()
    const server = await serve({
      steps: [
        { do: 'text', text: 'One ' },
        { do: 'wait', gate },
        { do: 'text', text: 'two ' },
        { do: 'text', text: 'three.' },
        { do: 'finish', reason: 'stop' },
        { do: 'usage', usage: { prompt: 1000, cached: 800, completion: 12 } },
      ],
    })
    const chunks: ModelChunk[] = []
    for await (const chunk of modelAt(server.baseUrl).stream(sampleRequest(), new AbortController().signal)) {
      if (chunks.length === 0) {
        expect(chunk).toEqual({ t: 'text', block: 0, text: 'One ' })
        gate.open()
      }
      chunks.push(chunk)
    }
    expect(joinPieces(chunks)).toEqual([
      { t: 'text', block: 0, text: 'One two three.' },
      { t: 'end', stop: 'stop', usage: { input: 200, output: 12, cacheRead: 800, cacheWrite: 0 } },
    ])
  })

  it.each(['reasoning_content', 'reasoning'] as const)(
    'keeps the reasoning in %s apart from the text',
    async (field) => {
      const server = await serve({
        steps: [
          { do: 'reasoning', text: 'Hmm', field },
          { do: 'reasoning', text: '.', field },
          { do: 'text', text: 'Yes.' },
          { do: 'finish', reason: 'stop' },
        ],
      })
      const chunks = await collect(modelAt(server.baseUrl), sampleRequest())
      expect(joinPieces(chunks)).toEqual([
        { t: 'reasoning', block: 0, text: 'Hmm.' },
        { t: 'text', block: 1, text: 'Yes.' },
        { t: 'end', stop: 'stop', usage: { input: 0, output: 0 } },
      ])
    },
  )

  it.each([
    ['words', { do: 'text', text: 'Whole.' }, 'stop'],
    ['calls', { do: 'call', index: 0, id: 'a', name: 'list', args: '{}' }, 'tool_calls'],
  ] as const)('of %s is whole when only the mark at its end says so', async (_what, step, stop) => {
    const server = await serve({ steps: [step] })
    const chunks = await collect(modelAt(server.baseUrl), sampleRequest())
    expect(chunks.at(-1)).toMatchObject({ t: 'end', stop })
  })

  it('puts interleaved calls together by their index', async () => {
    const server = await serve({
      steps: [
        { do: 'call', index: 0, id: 'a', name: 'read', args: '' },
        { do: 'call', index: 1, id: 'b', name: 'grep', args: '{"pat' },
        { do: 'call', index: 0, args: '{"path":' },
        { do: 'call', index: 1, args: 'tern":"x"}' },
        { do: 'call', index: 0, args: '"a.ts"}' },
        { do: 'finish', reason: 'tool_calls' },
      ],
    })
    const chunks = await collect(modelAt(server.baseUrl), sampleRequest())
    expect(callsIn(chunks)).toEqual([
      { callId: 'a', name: 'read', args: { path: 'a.ts' } },
      { callId: 'b', name: 'grep', args: { pattern: 'x' } },
    ])
    expect(chunks.at(-1)).toMatchObject({ t: 'end', stop: 'tool_calls' })
  })

  it('is read from a server that answers whole instead of streaming', async () => {
    const body = {
      choices: [{ message: { role: 'assistant', content: 'All at once.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 3 },
    }
    const server = await serve({ status: 200, body })
    const chunks = await collect(modelAt(server.baseUrl), sampleRequest())
    expect(textIn(chunks)).toBe('All at once.')
    expect(chunks.at(-1)).toMatchObject({ stop: 'stop', usage: { input: 4, output: 3 } })
  })

  it('may be cut off by its length', async () => {
    const server = await serve({
      steps: [
        { do: 'text', text: 'And' },
        { do: 'finish', reason: 'length' },
      ],
    })
    const chunks = await collect(modelAt(server.baseUrl), sampleRequest())
    expect(chunks.at(-1)).toMatchObject({ t: 'end', stop: 'length' })
  })
})

describe('a request', () => {
  it('carries the key, the tools and nothing about this machine', async () => {
    const server = await serve(callScript([{ name: 'read', args: { path: 'a' } }]))
    const tools = [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }]
    await collect(modelAt(server.baseUrl), sampleRequest({ tools, forcedTool: 'read' }))
    const [sent] = server.requests
    expect(sent?.headers['authorization']).toBe(`Bearer ${KEY}`)
    expect(
      Object.keys(sent?.headers ?? {}).filter((name) => name.startsWith('x-') || name === 'user-agent'),
    ).toEqual([])
    expect(sent?.body).toEqual({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1000,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'read' } },
    })
  })

  it('sends no authorization without a key, whatever the environment holds', async () => {
    process.env['OPENAI_API_KEY'] = 'sk-of-someone-else'
    process.env['OPENAI_ORG_ID'] = 'org-of-someone-else'
    const server = await serve(textScript('ok'))
    await collect(modelAt(server.baseUrl, { readKey: async () => null }), sampleRequest())
    delete process.env['OPENAI_API_KEY']
    delete process.env['OPENAI_ORG_ID']
    expect(server.requests[0]?.headers['authorization']).toBeUndefined()
    expect(JSON.stringify(server.requests)).not.toContain('someone-else')
  })

  it('leaves out what the server refuses, and remembers it', async () => {
    const refusal = { status: 400, body: { error: { message: 'Unknown field: stream_options' } } }
    const server = await serve(refusal, textScript('one'), textScript('two'))
    const model = modelAt(server.baseUrl)
    expect(textIn(await collect(model, sampleRequest()))).toBe('one')
    expect(textIn(await collect(model, sampleRequest()))).toBe('two')
    const asked = server.requests.map(({ body }) => 'stream_options' in (body as object))
    expect(asked).toEqual([true, false, false])
  })

  it('sends pictures as data, and the name of one that is gone', async () => {
    const server = await serve(textScript('ok'))
    const picture = (blobId: string) => ({
      t: 'file' as const,
      blobId: blobId as never,
      mime: 'image/png',
      name: 'p.png',
    })
    const messages = [
      {
        role: 'user' as const,
        parts: [{ t: 'text' as const, text: 'See' }, picture('blb_here0000'), picture('blb_gone0000')],
      },
    ]
    const readFile = async (blobId: string) => {
      if (blobId === 'blb_gone0000') throw new Error('gone')
      return new Uint8Array([1, 2, 3])
    }
    await collect(modelAt(server.baseUrl), sampleRequest({ messages, readFile, system: '' }))
    expect(server.requests[0]?.body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
            { type: 'text', text: '[file: p.png (image/png)]' },
          ],
        },
      ],
    })
  })
})
