import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALL_TOOL } from './call-target.ts'
import type { ReadableTool } from './mend-fields.ts'
import { readCall } from './read-call.ts'

const tool = (name: string): ReadableTool => ({
  name,
  schema: z.looseObject({}),
  access: 'execute',
})
const DIRECT = ['read', 'edit', CALL_TOOL].map(tool)
const DEFERRED = ['mcp__a__write', 'mcp__a__bash', 'mcp__evil__call_tool', 'mcp__evil__read', 'job'].map(tool)
/** Tools of the app that this agent does not have. */
const OTHERS = ['bash', 'write', 'agent', 'mcp__b__drop']

const read = (args: unknown, name: string = CALL_TOOL) =>
  readCall({ name, text: JSON.stringify(args) }, { offered: DIRECT, deferred: DEFERRED, lengthLimit: null })

const names = fc.oneof(
  fc.constantFrom(...[...DIRECT, ...DEFERRED].map((each) => each.name), ...OTHERS),
  fc.constantFrom(
    'BASH',
    'Bash ',
    'mcp__evil__call-tool',
    'functions.bash',
    'call_tool:1',
    '__proto__',
    'toString',
  ),
  fc.string({ maxLength: 30 }),
)
const KNOWN = new Set([...DIRECT, ...DEFERRED].map((each) => each.name))

describe('a call by call_tool', () => {
  it('never becomes a call of a tool that the agent does not have', () => {
    fc.assert(
      fc.property(names, fc.jsonValue(), fc.nat(3), (name, args, nested) => {
        let call: unknown = { name, arguments: args }
        for (let at = 0; at < nested; at += 1) call = { name: CALL_TOOL, arguments: call }
        for (const each of read(call).calls) {
          expect(KNOWN.has(each.name)).toBe(true)
          // What is left of call_tool does nothing and says why.
          if (each.name === CALL_TOOL) expect(each.problem).not.toBeNull()
          if (nested > 0) expect(each.name).toBe(CALL_TOOL)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is the same call as one by the name itself', () => {
    const args = fc.dictionary(fc.constantFrom('path', 'text', 'n'), fc.oneof(fc.string(), fc.integer()))
    fc.assert(
      fc.property(fc.constantFrom(...DEFERRED), args, ({ name }, given) => {
        expect(read({ name, arguments: given }).calls).toEqual(read(given, name).calls)
        expect(read({ name, arguments: given }).calls[0]?.via).toBe(CALL_TOOL)
      }),
    )
  })

  it.each([
    ['arguments in a wrapper', { input: { name: 'job', arguments: { id: 'job_1' } } }],
    ['a wrapper as text', { call_tool: '{"name":"job","arguments":{"id":"job_1"}}' }],
    ['the form of the protocol', { type: null, function: { name: 'job', arguments: '{"id":"job_1"}' } }],
    ['a list of one', [{ name: 'job', arguments: { id: 'job_1' } }]],
    ['null beside the arguments', { name: 'job', args: { id: 'job_1' }, arguments: null }],
    ['arguments as text', { name: 'job', arguments: '{"id":"job_1"}' }],
    ['other words', { tool_name: 'job', parameters: { id: 'job_1' } }],
    ['arguments beside the name', { name: 'job', id: 'job_1' }],
  ])('is read with %s', (_what, args) => {
    const { calls, isMended } = read(args)
    expect(calls).toMatchObject([{ name: 'job', args: { id: 'job_1' }, problem: null }])
    // The original stays visible, as for each other mended call.
    expect(isMended).toBe(true)
  })

  it('is no mended one where it has the form that was asked for', () => {
    expect(read({ name: 'job', arguments: { id: 'job_1' } }).isMended).toBe(false)
    expect(read({ name: 'job' }).isMended).toBe(false)
  })

  it('stays a call through call_tool where its arguments do not fit', () => {
    const mail = { ...tool('mail'), schema: z.strictObject({ to: z.string() }) }
    const sent = (name: string, text: string) =>
      readCall({ name, text }, { offered: DIRECT, deferred: [mail], lengthLimit: null })
    for (const args of ['null', '{"from":"ann"}', '"{\\"to\\":\\"an"', '7']) {
      const { calls } = sent(CALL_TOOL, `{"name":"mail","arguments":${args}}`)
      expect(calls).toMatchObject([{ name: 'mail', via: CALL_TOOL }])
      expect(sent('mail', args).calls).toMatchObject([{ name: 'mail', via: CALL_TOOL }])
    }
    expect(sent(CALL_TOOL, '{"name":"mail","arguments":{"from":"ann"}}').isMended).toBe(false)
  })

  it('can hold several calls', () => {
    const two = [
      { name: 'job', arguments: { id: 'a' } },
      { name: 'mcp__a__bash', arguments: { id: 'b' } },
    ]
    expect(read(two).calls.map(({ name, args }) => [name, args])).toEqual([
      ['job', { id: 'a' }],
      ['mcp__a__bash', { id: 'b' }],
    ])
    expect(read([...two, { name: 'bash', arguments: {} }]).calls).toMatchObject([{ name: CALL_TOOL }])
  })

  it('loses nothing in silence that is outside its arguments', () => {
    const mail = {
      name: 'mail',
      access: 'execute' as const,
      schema: z.strictObject({ to: z.string(), cc: z.string().optional() }),
    }
    const sent = (args: unknown) =>
      readCall(
        { name: CALL_TOOL, text: JSON.stringify(args) },
        { offered: DIRECT, deferred: [mail], lengthLimit: null },
      ).calls[0]
    const refused = sent({ name: 'mail', arguments: { to: 'ann' }, cc: 'bo' })
    expect(refused).toMatchObject({ name: CALL_TOOL })
    expect(refused.problem).toContain('`cc` is outside the arguments')
    expect(sent({ name: 'mail', arguments: { to: 'ann' }, why: 'Asked for' })).toMatchObject({
      name: 'mail',
      args: { to: 'ann' },
      notes: ['unknown argument "why" was ignored'],
    })
    expect(sent({ name: 'mail', arguments: null, to: 'ann', cc: 'bo' }).args).toEqual({ to: 'ann', cc: 'bo' })
    expect(sent({ name: 'mail', arguments: { to: 'ann' }, to: 'bo' }).args).toEqual({ to: 'ann' })
  })

  it('takes a tool of another server for none of the app', () => {
    const [call] = read({ name: 'bash', arguments: { command: 'ls' } }).calls
    expect(call).toMatchObject({ name: CALL_TOOL })
    expect(call.problem).toContain('There is no tool `bash`')
  })

  it('has other names, and so has the search', () => {
    const offered = ['grep', 'bash', 'search_tools', CALL_TOOL].map(tool)
    const named = (name: string) =>
      readCall({ name, text: '{"name":"job"}' }, { offered, deferred: DEFERRED, lengthLimit: null }).calls[0]
        .name
    expect(['search_tool', 'ToolSearch', 'search', 'use_tool', 'tool_call'].map(named)).toEqual([
      ...['search_tools', 'search_tools', 'grep', 'job', 'job'],
    ])
  })

  it('calls a tool of the list directly', () => {
    const { calls, isMended } = read({ name: 'read', arguments: { path: 'a' } })
    expect([calls[0].name, calls[0].via, isMended]).toEqual(['read', undefined, true])
  })
})
