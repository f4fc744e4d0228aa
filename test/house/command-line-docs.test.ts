import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../src/main/cli/commands.ts'
import { EXIT_CODES } from '../../src/main/cli/exit-codes.ts'
import { runLineSchema } from '../../src/main/cli/run-output.ts'

const docs = () => readFile('docs/command-line.md', 'utf8')

it('publishes the form of the lines as it is', async () => {
  expect(JSON.parse(await readFile('docs/run-output.schema.json', 'utf8'))).toEqual(runLineSchema())
})

it('documents every exit code with its outcome, and no other', async () => {
  const rows = [...(await docs()).matchAll(/^\| (\d+) +\| `(\w+)`/gm)].map(([, code, outcome]) => [
    outcome,
    Number(code),
  ])
  expect(Object.fromEntries(rows)).toEqual(EXIT_CODES)
})

it('documents every command, and every option of run', async () => {
  const text = await docs()
  const named = [...text.matchAll(/^\| `orrery (\w+)[ `]/gm)].map(([, name]) => name)
  expect([...new Set(named)].toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted())
  const options = Object.keys(COMMANDS.find(({ name }) => name === 'run')?.options ?? {})
  const missing = options.filter(
    (name) => !['prompt', 'project'].includes(name) && !text.includes(`--${name}`),
  )
  expect(missing).toEqual([])
})
