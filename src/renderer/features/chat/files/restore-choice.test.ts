import { expect, it } from 'vitest'
import { FileId, type FilePreview } from '#shared/checkpoint/checkpoint.ts'
import { choiceOf, sortedResult } from './restore-choice.ts'

const id = (name: string) => FileId.parse(`fil_${name.repeat(24)}`)
const preview = (name: string, outcome: FilePreview['outcome']): FilePreview => ({
  file: id(name),
  path: name,
  outside: false,
  outcome,
  overwriting: null,
  reason: null,
  seen: `seen ${name}`,
  diff: { kind: 'none', because: 'same' },
  versions: [],
})
const files = [
  preview('a', 'restore'),
  preview('b', 'conflict'),
  preview('c', 'refused'),
  preview('d', 'delete'),
]

it('offers what nothing stands in the way of, and no conflict', () => {
  expect(choiceOf(files, new Set())).toEqual({ files: [id('a'), id('d')], force: [] })
})

it('overwrites a conflict only when it was chosen, by what was seen', () => {
  expect(choiceOf(files, new Set([id('b'), id('d'), id('c')]))).toEqual({
    files: [id('a'), id('b')],
    force: [{ file: id('b'), seen: 'seen b' }],
  })
})

it('counts what was left alone', () => {
  const result = (outcome: 'restore' | 'failed' | 'conflict', name: string) => ({
    file: id(name),
    path: name,
    outcome,
    reason: null,
  })
  expect(
    sortedResult({ files: [result('restore', 'a'), result('failed', 'b'), result('conflict', 'c')] }),
  ).toEqual({ done: [id('a')], left: [result('failed', 'b'), result('conflict', 'c')] })
})
