import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentDetail, AgentList } from '#shared/agent/definition.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { createAgentFileActs } from './agent-file-acts.ts'

const BUILD = '---\nname: The builder\ndescription: Builds.\n---\n\nYou build.\n'

const WRITTEN = '---\ndescription: Files letters. # by hand\n---\n\nYou file letters.\n'

/** The files of a person beside an agent that comes with the app, and one whose file is broken. */
async function open() {
  const { at } = await openTempFolder('agent files')
  const folder = at('agents')
  const changes: string[] = []
  const place = { root: null, folder }
  const acts = createAgentFileActs({
    agents: {
      list: async () =>
        ({ agents: [{ id: 'build' }], problems: [{ id: 'broken' }, { id: null }] }) as unknown as AgentList,
      detail: async () => ({ text: BUILD }) as AgentDetail,
    },
    placeOf: async () => place,
    placeToChange: async () => place,
    changed: async ({ id }) => void changes.push(id),
  })
  const named = (id: string) => ({ projectId: null, source: 'user' as const, id })
  const create = (id: string, copyOf: string | null = null) =>
    acts.create(named(id), copyOf === null ? { text: WRITTEN } : { copyOf })
  return { acts, create, named, changes, folder, read: (id: string) => readFile(join(folder, `${id}.md`)) }
}

describe('a new agent', () => {
  it('holds what the person wrote and nothing else', async () => {
    const { create, read } = await open()
    await create('archivist')
    expect(String(await read('archivist'))).toBe(WRITTEN)
  })

  it('is not written while it could not be used', async () => {
    const { acts, named, folder } = await open()
    await expect(acts.create(named('archivist'), { text: '---\nmood: x\n---\n' })).rejects.toThrow('mood')
    expect(await readdir(folder).catch(() => [])).toEqual([])
  })

  it('is written under a name of its own, also as a copy of another', async () => {
    const { create, read, changes } = await open()
    await create('archivist')
    await create('my-builder', 'build')
    expect(changes).toEqual(['archivist', 'my-builder'])
    // It is shown under its own name.
    expect(String(await read('my-builder'))).toBe(BUILD.replace('name: The builder\n', ''))
  })

  it.each([
    ['../outside', 'lower-case words'],
    ['a\\b', 'lower-case words'],
    ['Archivist', 'lower-case words'],
    ['档案员', 'lower-case words'],
    ['a.b', 'lower-case words'],
    ['', 'lower-case words'],
    ['a'.repeat(81), 'at most 80 characters'],
    ['con', 'Windows reserves the name con'],
    ['lpt1', 'Windows reserves the name lpt1'],
    ['build', 'There is an agent named build here already'],
    ['broken', 'There is an agent named broken here already'],
  ])('is refused the name “%s”', async (name, sentence) => {
    const { create, changes, folder } = await open()
    await expect(create(name)).rejects.toThrow(sentence)
    expect([changes, await readdir(folder).catch(() => [])]).toEqual([[], []])
  })
})

describe('an agent that is deleted', () => {
  it('can be had back as it was, also when its file is broken', async () => {
    const { acts, named, folder, read } = await open()
    const bytes = Buffer.from('---\r\ndescription: 中文\r\nmode: primry\r\n---\r\n')
    await mkdir(folder)
    await writeFile(join(folder, 'broken.md'), bytes)
    await acts.delete(named('broken'))
    expect(await readdir(folder)).toEqual([])
    await acts.restore(named('broken'))
    expect(await read('broken')).toEqual(bytes)
    await expect(acts.restore(named('broken'))).rejects.toThrow('no longer exists')
  })

  it('does not come back over another that has its name by now', async () => {
    const { acts, create, named, read } = await open()
    await create('archivist')
    await acts.delete(named('archivist'))
    await create('archivist', 'build')
    await expect(acts.restore(named('archivist'))).rejects.toThrow('already')
    expect(String(await read('archivist'))).toContain('You build.')
  })

  it('says so when its file is gone', async () => {
    const { acts, named } = await open()
    await expect(acts.delete(named('archivist'))).rejects.toThrow('archivist.md no longer exists')
  })
})
