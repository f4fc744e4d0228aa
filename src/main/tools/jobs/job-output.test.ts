import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createJobOutput, readJobOutput } from './job-output.ts'

async function openOutput() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery job '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const problems: unknown[] = []
  const file = join(folder, 'chat', 'job_1.log')
  return { folder, file, problems, output: createJobOutput(file, (error) => problems.push(error)) }
}

it('returns what is new since a position, and all of it from the file', async () => {
  const { file, output } = await openOutput()
  output.add('one\n')
  const { text, next } = output.since(0)
  output.add('two\n')
  expect([text, output.since(next).text]).toEqual(['one\n', 'two\n'])
  await output.settled()
  expect(await readJobOutput(file)).toBe('one\ntwo\n')
})

it('keeps the newest output of a program that never stops printing, in bounded memory and files', async () => {
  const { folder, file, output, problems } = await openOutput()
  const piece = `${'x'.repeat(999)}\n`.repeat(500)
  for (let count = 0; count < 40; count++) {
    output.add(piece)
    await output.settled()
  }
  output.add('the end\n')
  await output.settled()
  const { text, missed } = output.since(0)
  expect(text.endsWith('the end\n')).toBe(true)
  expect(text.length + missed).toBe(40 * piece.length + 8)
  expect(text.length).toBeLessThanOrEqual(2_000_000)
  const names = await readdir(join(folder, 'chat'))
  expect(names.sort()).toEqual(['job_1.log', 'job_1.log.old'])
  for (const name of names)
    expect((await stat(join(folder, 'chat', name))).size).toBeLessThanOrEqual(4_000_000)
  expect((await readJobOutput(file)).endsWith('the end\n')).toBe(true)
  expect(problems).toEqual([])
})

it('still returns new output when the file cannot be written', async () => {
  const { folder, problems } = await openOutput()
  const output = createJobOutput(join(folder, '\0', 'job_1.log'), (error) => problems.push(error))
  output.add('kept\n')
  await output.settled()
  expect(output.since(0).text).toBe('kept\n')
  expect(problems).toHaveLength(1)
})
