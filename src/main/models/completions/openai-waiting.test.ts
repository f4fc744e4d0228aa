import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createGate, type Script } from '../../../../test/support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../../../../test/support/models/model-server.ts'
import { modelAt } from '../../../../test/support/models/served-model.ts'
import { collect, collectFailure, sampleRequest } from '../../../../test/support/protocols/model-samples.ts'

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

describe('waiting', () => {
  const timeouts = { connectMs: 1_000, firstByteMs: 30_000, idleMs: 5_000 }

  it('ends when the server takes the request and says nothing', async () => {
    const clock = createStoppedClock()
    const server = await serve({ silent: true })
    const failing = collectFailure(modelAt(server.baseUrl, { clock, timeouts }), sampleRequest())
    await server.received(1)
    clock.advance(30_000)
    const { error } = await failing
    expect(error).toMatchObject({ code: 'llm.timeout', recoverable: true })
    expect(error.message).toContain('did not begin to answer within 30 s.')
    await server.abandoned(1)
  })

  it('ends when the server goes quiet in the middle', async () => {
    const clock = createStoppedClock()
    const server = await serve({ steps: [{ do: 'text', text: 'Well' }, { do: 'hang' }] })
    const model = modelAt(server.baseUrl, { clock, timeouts })
    const chunks = model.stream(sampleRequest(), new AbortController().signal)[Symbol.asyncIterator]()
    expect((await chunks.next()).value).toEqual({ t: 'text', block: 0, text: 'Well' })
    const next = chunks.next()
    clock.advance(5_000)
    await expect(next).rejects.toThrow('nothing from scripted for 5 s')
    await server.abandoned(1)
  })

  it('does not count the time the reader takes', async () => {
    const clock = createStoppedClock()
    const gate = createGate()
    const server = await serve({
      steps: [
        { do: 'text', text: 'a' },
        { do: 'wait', gate },
        { do: 'text', text: 'b' },
        { do: 'finish', reason: 'stop' },
      ],
    })
    const model = modelAt(server.baseUrl, { clock, timeouts })
    const texts: string[] = []
    for await (const chunk of model.stream(sampleRequest(), new AbortController().signal)) {
      if (chunk.t === 'text') texts.push(chunk.text)
      clock.advance(60_000)
      gate.open()
    }
    expect(texts).toEqual(['a', 'b'])
  })

  it('ends when no connection comes about', async () => {
    const clock = createStoppedClock()
    // A listener that never completes the TLS handshake.
    const mute = createServer()
    const arrived = new Promise<void>((resolve) => mute.once('connection', () => resolve()))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    closers.push(() => new Promise((resolve) => mute.close(() => resolve())))
    const failing = collectFailure(
      modelAt(`https://127.0.0.1:${port}/v1`, { clock, timeouts }),
      sampleRequest(),
    )
    await arrived
    clock.advance(1_000)
    const { error } = await failing
    expect(error).toMatchObject({ code: 'llm.timeout' })
    expect(error.message).toContain('did not accept a connection in time')
  })
})

describe('an answer that is whole', () => {
  it('is not waited for, though the server keeps the connection open', async () => {
    const clock = createStoppedClock()
    const server = await serve({
      steps: [{ do: 'text', text: 'One' }, { do: 'raw', text: 'data: [DONE]\n\n' }, { do: 'hang' }],
    })
    const chunks = await collect(modelAt(server.baseUrl, { clock }), sampleRequest())
    expect(chunks.map(({ t }) => t)).toEqual(['text', 'end'])
    clock.advance(2_000)
    await server.abandoned(1)
  })
})

describe('stopping', () => {
  it('ends a stream at once and lets the server know', async () => {
    const gate = createGate()
    const server = await serve({
      steps: [
        { do: 'text', text: 'One' },
        { do: 'wait', gate },
        { do: 'text', text: 'Two' },
      ],
    })
    const controller = new AbortController()
    const chunks = modelAt(server.baseUrl).stream(sampleRequest(), controller.signal)[Symbol.asyncIterator]()
    await chunks.next()
    const next = chunks.next()
    controller.abort()
    await expect(next).rejects.toMatchObject({ code: 'cancelled' })
    await server.abandoned(1)
    gate.open()
  })

  it('ends a request the server has not answered', async () => {
    const server = await serve({ silent: true })
    const controller = new AbortController()
    const failing = collectFailure(modelAt(server.baseUrl), sampleRequest(), controller.signal)
    await server.received(1)
    controller.abort()
    expect((await failing).error).toMatchObject({ code: 'cancelled', recoverable: false })
  })

  it('sends nothing when it was stopped before', async () => {
    const server = await serve()
    await collectFailure(modelAt(server.baseUrl), sampleRequest(), AbortSignal.abort())
    expect(server.requests).toEqual([])
  })

  it('lets go of the connection when the reader leaves', async () => {
    const server = await serve({ steps: [{ do: 'text', text: 'One' }, { do: 'hang' }] })
    for await (const chunk of modelAt(server.baseUrl).stream(sampleRequest(), new AbortController().signal)) {
      expect(chunk.t).toBe('text')
      break
    }
    await server.abandoned(1)
  })
})
