import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { HERE, openMemoryRig, THERE } from '../../../test/support/rigs/knowledge/memory-rig.ts'
import { createMemoryTransfer } from './transfer.ts'

let file = ''

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-memory-'))
  file = join(folder, 'memory.jsonl')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

function open() {
  const rig = openMemoryRig()
  return { ...rig, transfer: createMemoryTransfer(rig) }
}

describe('a file of memories', () => {
  it('is written a line each and read back for another place, and taken back as a whole', async () => {
    const { keep, memory, transfer } = open()
    keep(HERE, 'port', '4173')
    keep(HERE, '四舍五入', '按行\n四舍五入')
    expect(await transfer.write({ scope: HERE }, file)).toEqual({ fileName: 'memory.jsonl', count: 2 })
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2)
    const taken = await transfer.read(file, THERE)
    expect(taken).toMatchObject({ added: 2, same: 0, refused: { count: 0 } })
    expect(memory.inScope(THERE).map(({ key, author }) => [key, author])).toEqual([
      ['port', 'import'],
      ['四舍五入', 'import'],
    ])
    expect(await transfer.read(file, THERE)).toMatchObject({ changeId: null, added: 0, same: 2 })
    if (taken.changeId !== null) memory.undo(taken.changeId)
    expect(memory.inScope(THERE)).toEqual([])
  })

  it('keeps what is good in it and says by line what is not', async () => {
    const { memory, transfer } = open()
    const lines = [
      '{"key":"port","content":"4173","of":"somebody else"}',
      'no json',
      '{"key":"","content":"x"}',
      '{"key":"token","content":"ghp_abcdefghijklmnopqrstuvwxyz0123456789"}',
    ]
    await writeFile(file, lines.join('\n'))
    const { added, refused } = await transfer.read(file, HERE)
    expect([added, refused.count]).toEqual([1, 3])
    expect(refused.first.join(' ')).toMatch(/2.*3.*4/)
    expect(memory.inScope(HERE).map(({ key }) => key)).toEqual(['port'])
  })

  it('is refused when there is no memory in it, or no file', async () => {
    const { transfer } = open()
    await writeFile(file, '<html>')
    await expect(transfer.read(file, HERE)).rejects.toMatchObject({ code: 'memory.refused' })
    await expect(transfer.read(`${file}.gone`, HERE)).rejects.toMatchObject({ code: 'memory.storage' })
  })
})
