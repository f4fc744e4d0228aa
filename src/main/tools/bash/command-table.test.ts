import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { openVerdictProject, type Rule, verdictOn } from '../../../../test/support/data/command-verdicts.ts'

openVerdictProject()

const FOLDER = new URL('../../../../test/support/data/commands/', import.meta.url)

/** A table: its first line is the mode and the rules, each other line a verdict and a command. `⏎` ends a line in it. */
function tableOf(name: string) {
  const [head = '', ...rows] = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
  const [mode, ...rules] = JSON.parse(head.slice(2)) as [PermissionMode, ...Rule[]]
  return { mode, rules, rows }
}

describe.skipIf(process.platform === 'win32')('commands with their verdicts', () => {
  it.each([
    ['edits', 'that change a folder which is closed to edits'],
    ['edits-by-option', 'that reach it by options, variables, patterns and links'],
    ['refusals', 'that are refused and written in other ways'],
    ['plan', 'in plan mode'],
    ['grants', 'that go further than what was allowed'],
    ['reads', 'that show a file which is closed to reading'],
  ])('hold for %s: commands %s', async (name) => {
    const { mode, rules, rows } = tableOf(name)
    const found: string[] = []
    for (const row of rows) {
      const command = row.slice(6).replaceAll('⏎', '\n')
      found.push(`${(await verdictOn(command, mode, rules)).padEnd(6)}${row.slice(6)}`)
    }
    expect(found).toEqual(rows)
    expect(rows.length).toBeGreaterThan(200)
  })
})
