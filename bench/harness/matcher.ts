import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceText } from '../../src/main/tools/edit/replace-text.ts'
import { EDIT_CASES } from './edit-cases.ts'
import { createRandom, type Random } from './random.ts'
import { createTally, type Tally } from './tally.ts'
import { TEXT_SLIPS, type TextSlip } from './text-slips.ts'
import { EDIT_KINDS, type EditKind, makeTrueEdit, type Source } from './true-edits.ts'

/** Texts whose passages are edited, with a step of their indentation. They never change. */
const SOURCES = [
  ['model-server.ts', '  '],
  ['count-tokens.ts', '  '],
  ['replace-text.ts', '  '],
  ['menu.tsx', '  '],
  ['ledger.py', '    '],
] as const

const ROUNDS = 5
const ATTEMPTS = 12

/** Reads the texts, and makes one with tabs and one with CRLF of two of them. */
export async function readSources(root: string): Promise<Source[]> {
  const read = async (name: string, unit: string): Promise<Source> => ({
    name,
    unit,
    text: await readFile(join(root, 'bench', 'data', 'passages', `${name}.txt`), 'utf8'),
  })
  const plain = await Promise.all(SOURCES.map(([name, unit]) => read(name, unit)))
  const tabbed = await read('process-tree.ts', '  ')
  const text = tabbed.text.replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2))
  return [...plain, { name: 'process-tree.ts', text, unit: '\t' }]
}

/** Runs the written cases. A refusal is right where nobody can know better. */
export function runEditCases(): Tally {
  const tally = createTally()
  for (const { name, file, meant, all = false, oldText, newText } of EDIT_CASES) {
    const replaced = replaceText(file, { oldText, newText, all })
    const outcome = !replaced.ok
      ? meant === null
        ? 'right'
        : 'refused'
      : replaced.text === meant
        ? 'right'
        : 'wrong'
    tally.add(outcome, name, replaced.ok ? '' : replaced.problem)
  }
  return tally
}

/** Runs every slip over every text and kind of edit. What the edit means was decided before the slip. */
export function runTextSlips(sources: readonly Source[]): Tally {
  const tally = createTally()
  for (let round = 0; round < ROUNDS; round++)
    for (const source of sources)
      for (const kind of EDIT_KINDS)
        for (const slip of TEXT_SLIPS) runSlip(tally, { source, kind, slip, seed: `${round}` })
  return tally
}

type Try = {
  readonly source: Source
  readonly kind: EditKind
  readonly slip: TextSlip
  readonly seed: string
}

function runSlip(tally: Tally, { source, kind, slip, seed }: Try): void {
  const random = createRandom(`${seed} ${source.name} ${kind} ${slip.name}`)
  const slipped = slippedEdit(source, kind, slip, random)
  if (slipped === null) return
  const { edit, pair } = slipped
  // Every other time the file has the line ends of Windows; the call never has.
  const ends = (text: string) => (random.chance(0.2) ? text.replaceAll('\n', '\r\n') : text)
  const before = ends(source.text)
  const after = before === source.text ? edit.after : edit.after.replaceAll('\n', '\r\n')
  const replaced = replaceText(before, { ...pair, all: false })
  const outcome = !replaced.ok ? 'refused' : replaced.text === after ? 'right' : 'wrong'
  tally.add(
    outcome,
    `${slip.name} · ${kind} · ${source.name}:${edit.line}`,
    replaced.ok ? '' : replaced.problem,
    slip.name,
  )
}

/** Finds an edit on which the slip has an effect; a slip without one would count as right for nothing. */
function slippedEdit(source: Source, kind: EditKind, slip: TextSlip, random: Random) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const edit = makeTrueEdit(source, kind, random)
    if (edit === null) return null
    const pair = slip.apply(edit, { line: edit.line, unit: source.unit, random })
    if (pair.oldText !== edit.oldText) return { edit, pair }
  }
  return null
}
