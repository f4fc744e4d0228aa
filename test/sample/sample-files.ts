import type {
  CheckpointPreview,
  CheckpointUsage,
  FileLook,
  FilePreview,
  FileVersionListing,
  TouchedFile,
  TouchedFiles,
} from '#shared/checkpoint/checkpoint.ts'
import { FileId, FileVersionId } from '#shared/checkpoint/checkpoint.ts'
import { EventId, RunId } from '#shared/ids.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import { LEDGER } from './sample-app.ts'

const [FIX, TESTS] = [RunId.parse('run_sample0001'), RunId.parse('run_sample0002')]
const fileId = (number: number) => FileId.parse(`fil_${String(number).padStart(24, '0')}`)
let versions = 0

function version(forRun: RunId, lines: [number, number], more: Partial<FileVersionListing> = {}) {
  versions += 1
  const [added, removed] = lines
  return {
    id: FileVersionId.parse(versions),
    kind: 'change',
    forRun,
    runId: forRun,
    callId: null,
    at: versions,
    undone: false,
    kept: true,
    did: 'changed',
    byCommand: false,
    interrupted: false,
    lines: { added, removed },
    ...more,
  } satisfies FileVersionListing
}

const file = (number: number, path: string, made: readonly FileVersionListing[]): TouchedFile => ({
  file: fileId(number),
  path,
  outside: false,
  obstacle: null,
  versions: made,
})

const DIFF: FileDiff = {
  path: 'src/billing/tax.ts',
  added: 1,
  removed: 1,
  hunks: [
    {
      oldStart: 46,
      newStart: 46,
      lines: [
        ' export function taxOf(inv: Invoice): Cents {',
        '-  return sum(inv.lines.map((l) => roundLine(l, inv.rate)))',
        '+  return sum(splitTax(inv.lines, inv.rate))',
        ' }',
      ],
    },
  ],
  cut: false,
}

/** Changed files as the inspector lists them: two runs, one file taken back, one that somebody else changed. */
export function sampleFiles(now: number, isBroken: boolean): TouchedFiles {
  const files = [
    file(1, 'src/billing/tax.ts', [version(FIX, [9, 3]), version(TESTS, [2, 0])]),
    file(2, 'src/money/allocate.ts', [version(FIX, [14, 0], { did: 'created' })]),
    { ...file(3, 'src/billing/split.test.ts', [version(TESTS, [21, 4])]), obstacle: 'changed' as const },
    file(4, 'docs/rounding.md', [version(TESTS, [3, 1], { undone: true })]),
  ]
  return {
    files,
    runs: [
      {
        runId: FIX,
        eventId: EventId.parse('evt_turn000001'),
        at: now - 900_000,
        text: 'Yes. Keep the public signature, and prove it with the split tests.',
      },
      {
        runId: TESTS,
        eventId: EventId.parse('evt_turn000002'),
        at: now - 60_000,
        text: 'Now write the tests',
      },
    ],
    unfinished: isBroken
      ? {
          begun: EventId.parse('evt_begun00001'),
          because: 'rewind',
          direction: 'undo',
          scope: { of: 'session' },
          files: files.map(({ file: id, path }, index) => ({ file: id, path, done: index === 0 })),
        }
      : null,
  }
}

const PREVIEWS: readonly FilePreview[] = [
  {
    file: fileId(1),
    path: 'src/billing/tax.ts',
    outside: false,
    outcome: 'restore',
    overwriting: null,
    reason: null,
    seen: 'one',
    diff: { kind: 'diff', diff: DIFF },
    versions: [],
  },
  {
    file: fileId(2),
    path: 'src/money/allocate.ts',
    outside: false,
    outcome: 'delete',
    overwriting: null,
    reason: null,
    seen: 'two',
    diff: { kind: 'diff', diff: { ...DIFF, added: 0, removed: 14 } },
    versions: [],
  },
  {
    file: fileId(3),
    path: 'src/billing/split.test.ts',
    outside: false,
    outcome: 'conflict',
    overwriting: 'restore',
    reason: { obstacle: 'changed', message: '' },
    seen: 'three',
    diff: { kind: 'diff', diff: { ...DIFF, path: 'src/billing/split.test.ts' } },
    versions: [],
  },
]

const USAGE: CheckpointUsage = {
  projectId: LEDGER,
  bytes: 1_300_000,
  limit: 2 * 1024 ** 3,
  contents: 12,
  oldestAt: 0,
  released: 3,
}

/** What is answered about changed files, without any disk. */
export function fileHandlers(wish: (name: string) => string | null, now: number) {
  const has = wish('files') !== 'none'
  return {
    'checkpoint.files': (): TouchedFiles =>
      has ? sampleFiles(now, wish('files') === 'broken') : { files: [], runs: [], unfinished: null },
    'checkpoint.usage': () => USAGE,
    'checkpoint.leave': () => null,
    'checkpoint.preview': ({ files }: { files?: readonly FileId[] }): CheckpointPreview => ({
      files: PREVIEWS.filter((preview) => has && (files?.includes(preview.file) ?? true)),
    }),
    'checkpoint.look': ({ file: id }: { file: FileId }): FileLook => {
      const path = PREVIEWS.find((preview) => preview.file === id)?.path ?? 'src/billing/tax.ts'
      const diff = { kind: 'diff', diff: { ...DIFF, path } } as const
      const isConflict = id === fileId(3)
      return {
        file: id,
        path,
        outside: false,
        did: diff,
        since: isConflict ? diff : null,
        obstacle: isConflict ? 'changed' : null,
      }
    },
  }
}
