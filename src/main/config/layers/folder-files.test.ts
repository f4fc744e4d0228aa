import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { createFolderFiles, mergedReading } from './folder-files.ts'

const ROUNDS = 60

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery folder files '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const root = join(folder, 'project')
  await mkdir(join(root, '.orrery'), { recursive: true })
  let time = 1_000_000
  const files = createFolderFiles({ copies: join(folder, 'copies'), logger: silentLogger, now: () => time })
  return {
    files,
    folder,
    root,
    file: join(root, '.orrery', 'config.toml'),
    setClock: (ms: number) => {
      time = ms
    },
  }
}

/** A settings file of one length, whatever it says. */
const textOf = (turns: number) => `[runs]\nmaxTurns = ${100 + turns}\n`

type Opened = Awaited<ReturnType<typeof open>>

const CHANGES: Readonly<Record<string, (opened: Opened, text: string, round: number) => Promise<void>>> = {
  'is written over': ({ file }, text) => writeFile(file, text),
  'is renamed over': async ({ file, folder }, text) => {
    await writeFile(join(folder, 'new'), text)
    await rename(join(folder, 'new'), file)
  },
  'is a link that leads elsewhere now': async ({ file, folder }, text, round) => {
    const target = join(folder, `target ${round}`)
    await writeFile(target, text)
    await symlink(target, join(folder, 'link'))
    await rename(join(folder, 'link'), file)
  },
  'is in a folder that was replaced': async ({ root, folder }, text, round) => {
    await rename(root, join(folder, `old ${round}`))
    await mkdir(join(root, '.orrery'), { recursive: true })
    await writeFile(join(root, '.orrery', 'config.toml'), text)
  },
  'changes while the clock jumps': async ({ file, setClock }, text, round) => {
    await writeFile(file, text)
    setClock(round % 2 === 0 ? 5_000 : 9_000_000)
  },
}

it.each(Object.keys(CHANGES))('shows a start what the file says when it %s', async (how) => {
  const opened = await open()
  const { files, root } = opened
  for (let round = 0; round < ROUNDS; round += 1) {
    await CHANGES[how]?.(opened, textOf(round), round)
    const start = files.moment()
    const seen = await files.readNow(root)
    expect(mergedReading(seen)?.runs?.maxTurns).toBe(100 + round)
    // Later requests of that start get the same reading.
    expect(await files.since(root, start)).toBe(seen)
    expect(mergedReading(await files.readRecent(root))?.runs?.maxTurns).toBe(100 + round)
  }
})
