import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDoorSearch, type FindDoors, NO_DOORS } from './home-doors.ts'

async function openHome() {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'orrery-doors-')))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const at = (name: string) => join(home, name)
  const pipe = async (name: string) => {
    await mkdir(join(at(name), '..'), { recursive: true })
    execFileSync('mkfifo', [at(name)])
  }
  return { home, at, pipe }
}

function searchAt(home: string, find?: FindDoors) {
  let now = 0
  const clock = { elapsed: () => now }
  const search = createDoorSearch({ home, clock, platform: 'linux', ...(find === undefined ? {} : { find }) })
  const later = (ms: number) => {
    now += ms
  }
  return { search, later }
}

describe.skipIf(process.platform !== 'linux')('the doors of a home folder', () => {
  it('are found at any depth, except in the project', async () => {
    const { home, at, pipe } = await openHome()
    for (const name of ['near', 'a/b/.c/far', 'project/own/mine']) await pipe(name)
    const server = createServer()
    await new Promise<void>((done) => server.listen(at('a/sock'), done))
    onTestFinished(() => void server.close())
    const { pipes, sockets, unsearched } = await searchAt(home).search([at('project')])
    expect([pipes, sockets, unsearched]).toEqual([[at('near'), at('a/b/.c/far')], [at('a/sock')], []])
  })

  it('are taken to be in every folder that cannot be listed', async () => {
    const { home, at } = await openHome()
    await mkdir(at('a/closed'), { recursive: true })
    await chmod(at('a/closed'), 0o300)
    expect((await searchAt(home).search([])).unsearched).toEqual([at('a/closed')])
  })

  it('are closed with their folder where there are many', async () => {
    const { home, at } = await openHome()
    await mkdir(at('many/deep'), { recursive: true })
    const names = Array.from({ length: 60 }, (_, index) => at(`many/deep/p${index}`))
    execFileSync('mkfifo', names)
    expect(await searchAt(home).search([])).toEqual({ pipes: [], sockets: [], unsearched: [at('many')] })
  })

  it('are taken to be everywhere where nothing could be searched', async () => {
    const { home, at } = await openHome()
    await mkdir(at('a'))
    await mkdir(at('.b'))
    const cut: FindDoors = async (folders) => ({ ...NO_DOORS, unsearched: folders })
    expect((await searchAt(home, cut).search([])).unsearched).toEqual([at('.b'), at('a')])
  })

  it('are searched again when the answer is old, beside the command', async () => {
    const { home, at, pipe } = await openHome()
    await pipe('a/one')
    let searches = 0
    let ended = Promise.resolve()
    const { search, later } = searchAt(home, async (folders) => {
      searches += 1
      const found = { ...NO_DOORS, pipes: folders.map((folder) => `${folder}/${searches}`) }
      ended = Promise.resolve()
      return found
    })
    const pipes = async () => (await search([])).pipes
    expect([await pipes(), await pipes()]).toEqual([[at('a/1')], [at('a/1')]])
    later(4_000)
    expect([await pipes(), searches]).toEqual([[at('a/1')], 1])
    later(2_000)
    expect(await pipes()).toEqual([at('a/1')])
    await ended
    await expect.poll(pipes).toEqual([at('a/2')])
  })
})
