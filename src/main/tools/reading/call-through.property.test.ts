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
    ['arguments as text', { name: 'job', arguments: '{"id":"job_1"}' }],
    ['other words', { tool_name: 'job', parameters: { id: 'job_1' } }],
    ['arguments beside the name', { name: 'job', id: 'job_1' }],
  ])('is read with %s', (_what, args) => {
    expect(read(args).calls).toMatchObject([{ name: 'job', args: { id: 'job_1' }, problem: null }])
  })

  it('takes a tool of another server for none of the app', () => {
    const [call] = read({ name: 'bash', arguments: { command: 'ls' } }).calls
    expect(call).toMatchObject({ name: CALL_TOOL })
    expect(call.problem).toContain('There is no tool `bash`')
  })

  it('calls a tool of the list directly', () => {
    const { calls, isMended } = read({ name: 'read', arguments: { path: 'a' } })
    expect([calls[0].name, calls[0].via, isMended]).toEqual(['read', undefined, true])
  })
})
