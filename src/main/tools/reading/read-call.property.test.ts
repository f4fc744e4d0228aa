import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NEARLY_CALLS } from '../../../../test/support/models/nearly-calls.ts'
import { offeredTools } from '../../../../test/support/rigs/offered-tools.ts'
import { readArguments } from './read-arguments.ts'
import { readCall } from './read-call.ts'
import { readName } from './read-name.ts'

const words = fc.string({ unit: 'grapheme', maxLength: 40 })
const path = words.filter((text) => text.length > 0)
const whole = (min: number, max: number) => fc.integer({ min, max })
const some = <T>(values: Record<string, fc.Arbitrary<T>>, requiredKeys: string[]) =>
  fc.record(values, { requiredKeys })

/** Calls that their tools take as they are. */
const correct = fc.oneof(
  fc.tuple(
    fc.constant('read'),
    some<unknown>({ path, offset: whole(1, 1e6), limit: whole(1, 10_000) }, ['path']),
  ),
  fc.tuple(fc.constant('write'), fc.record({ path, content: words })),
  fc.tuple(
    fc.constant('edit'),
    some<unknown>({ path, old_text: words, new_text: words, replace_all: fc.boolean() }, [
      'path',
      'old_text',
      'new_text',
    ]),
  ),
  fc.tuple(fc.constant('list'), some<unknown>({ path: words }, [])),
  fc.tuple(
    fc.constant('bash'),
    fc.record({ command: path.filter((text) => text.trim() !== '' && !text.includes('\0')) }),
  ),
)

describe('readCall', () => {
  it('never changes a call that its tool takes', async () => {
    const offered = await offeredTools()
    fc.assert(
      fc.property(correct, fc.constantFrom(undefined, 2), ([name, args], indent) => {
        const { calls, isMended } = readCall(
          { name, text: JSON.stringify(args, null, indent) },
          { offered, lengthLimit: null },
        )
        expect({ calls, isMended }).toEqual({
          calls: [{ name, args, notes: [], problem: null }],
          isMended: false,
        })
      }),
    )
  })

  it('makes only calls that their tools take', async () => {
    const offered = await offeredTools()
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(...NEARLY_CALLS.map(([, , text]) => text)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...offered), anything, fc.nat(), fc.string(), (tool, text, at, more) => {
        const spoilt = text.slice(0, at % (text.length + 1)) + more + text.slice(at % (text.length + 1))
        const read = readCall({ name: tool.name, text: spoilt }, { offered, lengthLimit: null })
        if (!read.isMended) return
        for (const call of read.calls) {
          expect(call.problem !== null || tool.schema.safeParse(call.args).success).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('never closes a string that was cut', () => {
    const object = fc.record({ path, content: words.filter((text) => text.length > 1) })
    fc.assert(
      fc.property(object, fc.nat(), fc.constantFrom('"', "'"), ({ path: name, content }, part, quote) => {
        const plain = JSON.stringify(content)
          .slice(1, -1)
          .replaceAll('\\"', quote === '"' ? '\\"' : '"')
        const inside = quote === '"' ? plain : plain.replaceAll("'", "\\'")
        const cut = inside.slice(0, part % inside.length)
        const text = `{"path":${JSON.stringify(name)},"content":${quote}${cut}`
        expect(readArguments(text).ok).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

describe('readName', () => {
  it('never names a tool that was not offered', async () => {
    const names = (await offeredTools()).map((tool) => tool.name)
    const written = fc.oneof(fc.string(), fc.constantFrom(...names, ...NEARLY_CALLS.map(([, name]) => name)))
    fc.assert(
      fc.property(written, fc.subarray(names), (name, offered) => {
        const read = readName(name, offered)
        expect(read === null || offered.includes(read)).toBe(true)
      }),
    )
  })
})
