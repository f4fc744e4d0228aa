import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { meantEdit, SLIPS, seeded } from '../../../../test/support/data/edit-slips.ts'
import { replaceText } from './replace-text.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const tabbed = (text: string) => text.replace(/^( {2})+/gm, (indent) => '\t'.repeat(indent.length / 2))
const FILES = [
  { step: '  ', content: read('../permission/judge.ts') },
  { step: '  ', content: read('../files/text-encoding.ts') },
  { step: '\t', content: tabbed(read('../bash/run-shell.ts')) },
  { step: '    ', content: read('../../../../test/support/data/slips-sample.py') },
]
const EDITS = 40

describe('generated edits with slips', () => {
  it('are carried over as meant in 95 of 100 cases, and otherwise refused', () => {
    const random = seeded(20_261_127)
    const tally = { right: 0, refused: 0, wrong: 0 }
    const wrong: string[] = []
    for (let made = 0; made < EDITS; ) {
      for (const { step, content } of FILES) {
        const edit = meantEdit(content, step, random)
        if (edit === null) continue
        made += 1
        for (const { name, apply } of SLIPS) {
          const { oldText, newText } = apply(edit, step)
          // An exact match of old_text also takes new_text exactly.
          if (content.includes(oldText)) continue
          const done = replaceText(content, { oldText, newText, all: false })
          const outcome = done.ok ? (done.text === edit.expected ? 'right' : 'wrong') : 'refused'
          tally[outcome] += 1
          if (outcome === 'wrong') wrong.push(`${name}, ${edit.kind}:\n${oldText}\n---\n${newText}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(tally.right / (tally.right + tally.refused)).toBeGreaterThan(0.95)
  })
})
