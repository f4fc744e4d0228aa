import { describe, expect, it } from 'vitest'
import { sampleRequest, userMessage } from '../../../../test/support/protocols/model-samples.ts'
import { ALL_PROTOCOLS, infoOf, servedModel } from '../../../../test/support/protocols/served-protocols.ts'
import { withoutCache } from './without-cache.ts'

const TOOLS = ['read', 'edit'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  schema: { type: 'object', properties: { path: { type: 'string' } } },
}))

describe.each(ALL_PROTOCOLS)('$name', (which) => {
  const draft = servedModel(which, 'http://127.0.0.1:1').draft
  const request = sampleRequest({
    model: infoOf(which),
    tools: TOOLS,
    messages: [userMessage('Hello')],
    cacheKey: 'ses_1',
  })
  const wire = (unique: string | null) =>
    JSON.parse(JSON.stringify(draft?.(unique === null ? request : withoutCache(request, unique))))

  it('begins with a text of its own in tools and instructions, and asks for no cache', () => {
    const bodies = [wire('one'), wire('two')]
    for (const [at, body] of bodies.entries()) {
      const text = JSON.stringify(body)
      expect(text).not.toContain('cache_control')
      expect(text).not.toContain('"ses_1"')
      expect(text.match(new RegExp(`Request ${at === 0 ? 'one' : 'two'}\\.`, 'g'))).toHaveLength(2)
    }
  })

  it('changes nothing else, so that the next request finds the cache of the one before', () => {
    const bare = (body: unknown) =>
      JSON.stringify(body, (key, value) =>
        key.startsWith('prompt_cache') || key === 'cache_control' ? undefined : value,
      )
    const text = bare(wire('one'))
    expect(text.replace('Request one. ', '').replace('Request one.\\n\\n', '')).toBe(bare(wire(null)))
    expect(wire(null)).toEqual(wire(null))
  })
})

it('leaves out the mark of Claude behind OpenRouter', () => {
  const which = ALL_PROTOCOLS.find(({ api }) => api === 'openai-completions')
  if (which === undefined) throw new Error('There is no such protocol.')
  const info = { ...infoOf(which), id: 'anthropic/claude-sonnet-5' }
  const model = servedModel({ ...which, root: '/api/v1', id: info.id }, 'https://openrouter.ai')
  const request = sampleRequest({ model: info, tools: TOOLS })
  expect(JSON.stringify(model.draft?.(request))).toContain('cache_control')
  expect(JSON.stringify(model.draft?.(withoutCache(request, 'one')))).not.toContain('cache_control')
})
