import { describe, expect, it } from 'vitest'
import type { FileVersionListing, TouchedFile, TouchedFiles } from '#shared/checkpoint/checkpoint.ts'
import { FileId, FileVersionId } from '#shared/checkpoint/checkpoint.ts'
import { RunId } from '#shared/ids.ts'
import { fileRows } from './file-rows.ts'

const [first, second] = [RunId.parse('run_00000001'), RunId.parse('run_00000002')]
const runs = [
  { runId: first, eventId: null, at: 1, text: 'Make it' },
  { runId: second, eventId: null, at: 2, text: 'And again' },
]
let count = 0

function version(forRun: RunId | null, more: Partial<FileVersionListing> = {}): FileVersionListing {
  count += 1
  return {
    id: FileVersionId.parse(count),
    kind: 'change',
    forRun,
    runId: forRun,
    callId: null,
    at: count,
    undone: false,
    kept: true,
    did: 'changed',
    byCommand: false,
    interrupted: false,
    lines: { added: 2, removed: 1 },
    ...more,
  }
}

function file(path: string, ...versions: FileVersionListing[]): TouchedFile {
  const id = FileId.parse(`fil_${path.charCodeAt(0).toString(16).padStart(24, '0')}`)
  return { file: id, path, outside: false, obstacle: null, versions }
}

const said = (touched: TouchedFiles, view: 'runs' | 'files', closed: string[] = []) =>
  fileRows(touched, view, new Set(closed)).map((row) => {
    const name = row.kind === 'file' ? row.path : row.kind === 'run' ? row.run.text : 'kept'
    return `${'  '.repeat(row.level - 1)}${name} +${row.lines.added} -${row.lines.removed} ${row.state}`
  })

describe('the lines of the list of changed files', () => {
  it('has the newest run first, with its files under it', () => {
    const files = [file('a', version(first), version(second)), file('b', version(first, { undone: true }))]
    const touched = { files, runs, unfinished: null }
    expect(said(touched, 'runs')).toEqual([
      'And again +2 -1 standing',
      '  a +2 -1 standing',
      'Make it +4 -2 partly',
      '  a +2 -1 standing',
      '  b +2 -1 undone',
    ])
    expect(said(touched, 'runs', [first])).toHaveLength(3)
  })

  it('adds up by file what stands, with what was put aside under it', () => {
    const kept = version(first, { kind: 'kept', lines: null })
    const files = [file('a', version(first), version(second, { undone: true }), kept)]
    expect(said({ files, runs, unfinished: null }, 'files')).toEqual([
      'a +2 -1 partly',
      '  kept +0 -0 standing',
    ])
  })

  it('leaves out runs in which nothing is left', () => {
    expect(said({ files: [file('a', version(null))], runs, unfinished: null }, 'runs')).toEqual([])
  })
})
