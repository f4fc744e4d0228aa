import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeAgentFile } from './write-agent-file.ts'

const GOOD = '---\ndescription: Looks.\n---\n\nYou look.\n'
const BETTER = GOOD.replace('look.', 'look twice.')

function open() {
  const root = mkdtempSync(join(tmpdir(), 'orrery agents 代理 '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'agents')
  const file = join(folder, 'looker.md')
  const write = (text: string, before: string | null, source: 'user' | 'project' = 'user') =>
    writeAgentFile({ root, folder }, { source, id: 'looker', text, before })
  return { root, folder, file, write, read: () => readFileSync(file, 'utf8') }
}

describe('the file of an agent', () => {
  it('is made with its folder, and written as a whole', async () => {
    const { write, read, folder } = open()
    await write(GOOD, null)
    await write(BETTER, GOOD)
    expect([read(), readdirSync(folder)]).toEqual([BETTER, ['looker.md']])
  })

  it('is not written when it holds something else by now, or is not there any more', async () => {
    const { write, read, file } = open()
    await write(GOOD, null)
    writeFileSync(file, BETTER)
    await expect(write(GOOD, GOOD)).rejects.toThrow('has changed on the disk')
    await expect(write(GOOD, null)).rejects.toThrow('has changed on the disk')
    expect(read()).toBe(BETTER)
    rmSync(file)
    await expect(write(GOOD, BETTER)).rejects.toThrow('has changed on the disk')
    expect(existsSync(file)).toBe(false)
  })

  it('counts as the same when only its line ends differ', async () => {
    const { write, read, file, folder } = open()
    mkdirSync(folder)
    writeFileSync(file, GOOD.replaceAll('\n', '\r\n'))
    await write(BETTER, GOOD)
    expect(read()).toBe(BETTER)
  })

  it.each([
    ['no header', 'You look.', 'user'],
    ['a key there is not', GOOD.replace('description', 'descripton'), 'user'],
    [
      'a rule that allows, in a project',
      `---\ndescription: x\npermission:\n  - { tool: bash, action: allow }\n---\n`,
      'project',
    ],
  ] as const)('is not written with %s', async (_what, text, source) => {
    const { write, folder } = open()
    await expect(write(text, null, source)).rejects.toThrow('looker.md')
    expect(existsSync(folder)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('is not written through a link that leads out', async () => {
    const { write, folder, root } = open()
    const elsewhere = mkdtempSync(join(tmpdir(), 'orrery elsewhere '))
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
    symlinkSync(elsewhere, folder)
    await expect(write(GOOD, null)).rejects.toThrow('leads to another place')
    expect([readdirSync(elsewhere), readdirSync(root)]).toEqual([[], ['agents']])
  })
})
