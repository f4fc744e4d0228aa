import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { smallFile } from './small-file.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'orrery small 中文 '))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

it('reads a file, and takes everything else for nothing', async () => {
  const at = await folder()
  await writeFile(join(at, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(at, 'huge'), '')
  await truncate(join(at, 'huge'), 2 ** 31)
  expect(await smallFile(join(at, 'HEAD'))).toBe('ref: refs/heads/main\n')
  for (const name of ['huge', 'missing', 'HEAD/below', '.'])
    expect(await smallFile(join(at, name))).toBeNull()
})

it.skipIf(process.platform === 'win32')(
  'does not wait at a pipe that a project put in its place',
  async () => {
    const at = await folder()
    execFileSync('mkfifo', [join(at, 'package.json')])
    expect(await smallFile(join(at, 'package.json'))).toBeNull()
  },
)
