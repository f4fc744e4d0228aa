import { describe, expect, it } from 'vitest'
import { readStoreCommand, type StoreAnswer } from '#shared/memory/store-command.ts'
import { HERE, OTHER, openMemoryRig, PROJECT } from '../../../../test/support/rigs/knowledge/memory-rig.ts'
import { createStoreRows } from './store-rows.ts'
import { createMemoryStores } from './stores.ts'

function open() {
  const rig = openMemoryRig()
  const stores = createMemoryStores({ ...rig, rows: createStoreRows(rig.db) })
  const run = (words: string, projectId = PROJECT): StoreAnswer => {
    const { command } = readStoreCommand(words)
    if (command === null) throw new Error('This is no command.')
    return stores.run(projectId, command)
  }
  return { ...rig, run }
}

const NEVER = new AbortController().signal

describe('a store', () => {
  it('is made, filled, read and listed', () => {
    const { run } = open()
    expect(run('list')).toEqual({ verb: 'list', stores: [] })
    expect(run('create release')).toEqual({ verb: 'create', store: 'release' })
    run('store release gate Cut on Fridays.')
    run('store release gate Cut on Mondays.')
    run('store release "who cuts" Lin.')
    expect(run('fetch release gate')).toMatchObject({ entry: { key: 'gate', content: 'Cut on Mondays.' } })
    expect(run('entries release')).toMatchObject({ entries: [{ key: 'gate' }, { key: 'who cuts' }] })
    expect(run('list')).toEqual({ verb: 'list', stores: [{ name: 'release', entries: 2 }] })
  })

  it('holds memories like any other: traced, and brought to mind', async () => {
    const { run, memory, search } = open()
    run('create release')
    run('store release gate The release gate closes on Fridays.')
    expect(memory.byKey(HERE, 'release/gate')).toMatchObject({ author: 'person', tags: ['release'] })
    const wanted = {
      question: 'When does the release gate close?',
      projectId: PROJECT,
      limit: 3,
      minScore: 0.3,
    }
    expect(await search.fitting(wanted, NEVER)).toMatchObject([{ item: { key: 'release/gate' } }])
  })

  it('that is put away keeps its entries under another name, and none of them comes to mind', async () => {
    const { run, search } = open()
    run('create release')
    run('store release gate The release gate closes on Fridays.')
    expect(run('archive release')).toEqual({
      verb: 'archive',
      store: 'release',
      name: 'release.archived',
      entries: 1,
    })
    expect(run('entries release.archived')).toMatchObject({ entries: [{ key: 'gate' }] })
    const wanted = {
      question: 'When does the release gate close?',
      projectId: PROJECT,
      limit: 3,
      minScore: 0.1,
    }
    expect(await search.fitting(wanted, NEVER)).toEqual([])
    expect(() => run('store release.archived gate x')).toThrow('archived')
    expect(() => run('archive release')).toThrow('no store')
    run('create release')
    expect(() => run('archive release')).toThrow('already a store')
  })

  it('belongs to its project, and is not there twice', () => {
    const { run } = open()
    run('create release')
    expect(() => run('create release')).toThrow('already a store')
    expect(() => run('entries release', OTHER)).toThrow('no store')
    expect(() => run('fetch release gate')).toThrow('no entry')
  })

  it('keeps no secret', () => {
    const { run } = open()
    run('create release')
    expect(() => run('store release token ghp_abcdefghijklmnopqrstuvwxyz0123456789')).toThrow()
    expect(run('entries release')).toMatchObject({ entries: [] })
  })
})
