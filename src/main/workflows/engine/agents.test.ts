import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  pretendAgents,
  runToEnd,
  script,
  type TestRequest,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const run = (request: TestRequest) => runToEnd(sandbox.host(), request)

describe('structured answers', () => {
  const schema = `{ type: 'object', required: ['n'], properties: { n: { type: 'integer' } }, additionalProperties: false }`

  it('come back as values', async () => {
    const agents = pretendAgents(() => ({ value: { n: 4 } }))
    const { end } = await run({
      agents,
      source: script(`return (await agent('a', { schema: ${schema} })).n`),
    })
    expect(end.value).toBe(4)
  })

  it('get two more tries with what was wrong, and count everything that was spent', async () => {
    const agents = pretendAgents(({ correction }) => ({
      value: correction === null ? { n: 'x', m: 1 } : { n: 4 },
    }))
    const { end } = await run({ agents, source: script(`return await agent('a', { schema: ${schema} })`) })
    expect(end).toMatchObject({ value: { n: 4 }, spent: 20 })
    expect(agents.tasks.map(({ correction }) => correction?.problems ?? null)).toEqual([
      null,
      ['The value must NOT have additional properties (m).', 'n must be integer.'],
    ])
    // A correction needs the original request and the rejected answer.
    expect(agents.tasks[1]?.correction?.ref).toMatchObject({ sessionId: 'ses_pretend0001' })
  })

  it('that never fit make the call null, and say why', async () => {
    const agents = pretendAgents(() => ({ value: { n: 'x' } }))
    const { end, view } = await run({
      agents,
      source: script(`return await agent('a', { label: 'Count', schema: ${schema}, retries: 3 })`),
    })
    expect(end).toMatchObject({ state: 'done', value: null })
    expect(agents.tasks).toHaveLength(3)
    expect(view.agents[0]).toMatchObject({
      state: 'dead',
      error: { message: 'The answer of “Count” did not fit its schema after 3 tries: n must be integer.' },
    })
  })
})

it('is in the hands of the journal before the next agent has its place', async () => {
  const order: string[] = []
  const agents = pretendAgents(({ prompt }) => {
    order.push(`asked ${prompt}`)
    return { value: prompt }
  })
  const commit = async ({ label }: { readonly label: string }) => void order.push(`kept ${label}`)
  const source = script(`return await parallel(['a', 'b', 'c'].map((x) => () => agent(x, { label: x })))`)
  await run({ agents, concurrency: 1, journal: { commit }, source })
  expect(order).toEqual(['asked a', 'kept a', 'asked b', 'kept b', 'asked c', 'kept c'])
})

describe('an agent that fails', () => {
  it('is tried again, and then its call is null', async () => {
    const agents = pretendAgents(() => ({ error: 'the server is gone' }))
    const { end, view, journal } = await run({
      agents,
      source: script(`return [await agent('a', { retries: 2 }), await agent('b', { retries: 0 })]`),
    })
    expect(end.value).toEqual([null, null])
    expect(agents.tasks.map(({ prompt, attempt }) => [prompt, attempt])).toEqual([
      ['a', 1],
      ['a', 2],
      ['a', 3],
      ['b', 1],
    ])
    expect(view.agents[0]).toMatchObject({
      state: 'dead',
      attempt: 3,
      error: { message: 'the server is gone' },
    })
    expect(journal.rows).toEqual([])
  })

  it('is not tried again when the script asked for what it cannot have: the script is told', async () => {
    let starts = 0
    const start = () => {
      starts += 1
      return Promise.reject(AppError.quoting('script.invalid', 'There is no agent named x.'))
    }
    const { end, view } = await run({
      agents: { start },
      source: script(`try { await agent('a', { agentType: 'x', retries: 2 }) } catch ({ code, message }) {
        return { code, message, beside: await parallel([() => agent('b')]) }
      }`),
    })
    expect(end.value).toEqual({
      code: 'script.invalid',
      message: 'There is no agent named x.',
      beside: [null],
    })
    expect(starts).toBe(2)
    expect(view.agents[0]).toMatchObject({ state: 'stopped', error: { code: 'script.invalid' } })
  })

  it('does not keep its siblings waiting', async () => {
    const agents = pretendAgents(({ prompt }) => {
      if (prompt === 'b') throw new Error('a bug')
      return prompt
    })
    const { end } = await run({
      agents,
      source: script(`return await parallel(['a', 'b', 'c'].map((x) => () => agent(x)))`),
    })
    expect(end.value).toEqual(['a', null, 'c'])
  })
})
