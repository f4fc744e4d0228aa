import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CallId } from '#shared/ids.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { ModelChunk } from '../model.ts'
import { joinPieces } from './join-pieces.ts'

const text = (block: number, words: string): ModelChunk => ({ t: 'text', block, text: words })
const args = (callId: string, words: string, name?: string): ModelChunk => ({
  t: 'tool_args',
  callId: callId as CallId,
  text: words,
  ...(name === undefined ? {} : { name }),
})

it('makes one of words of a block and of arguments of a call, and of nothing else', () => {
  const end: ModelChunk = { t: 'end', stop: 'stop', usage: NO_USAGE }
  const chunks = [
    ...[{ t: 'reasoning', block: 0, text: 'hm' } as ModelChunk, text(1, 'a '), text(1, 'b '), text(1, 'c')],
    ...[text(2, 'd'), args('one', '{"p', 'read'), args('one', '":1}'), args('two', '{}', 'read'), end],
  ]
  expect(joinPieces(chunks)).toEqual([
    { t: 'reasoning', block: 0, text: 'hm' },
    text(1, 'a b c'),
    text(2, 'd'),
    args('one', '{"p":1}', 'read'),
    args('two', '{}', 'read'),
    end,
  ])
})

it('leaves every word in its place', () => {
  const piece = fc.oneof(
    fc.tuple(fc.nat(2), fc.string()).map(([block, words]) => text(block, words)),
    fc.tuple(fc.constantFrom('one', 'two'), fc.string()).map(([id, words]) => args(id, words)),
  )
  const said = (chunks: readonly ModelChunk[]) => {
    const words = new Map<string, string>()
    for (const chunk of chunks) {
      if (!('text' in chunk)) continue
      const of = 'block' in chunk ? `${chunk.block}` : chunk.callId
      words.set(of, (words.get(of) ?? '') + chunk.text)
    }
    return [...words]
  }
  fc.assert(
    fc.property(fc.array(piece), (chunks) => {
      expect(said(joinPieces(chunks))).toEqual(said(chunks))
    }),
  )
})
