import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import { watchFolder } from './watch-folder.ts'

/** Follows a folder and lets a test wait until it was told of changes. */
async function open({ inner }: { inner: boolean }) {
  const folder = await openTempFolder('watched')
  let told = 0
  let wake = () => {}
  const watched = { from: folder.path, folder: folder.at('.orrery', 'agents'), inner }
  const stop = watchFolder(
    watched,
    () => {
      told += 1
      wake()
    },
    { clock: systemClock, logger: silentLogger },
  )
  onTestFinished(stop)
  const change = async (act: () => Promise<unknown>): Promise<void> => {
    const before = told
    await act()
    while (told === before) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { ...folder, agents: watched.folder, change, stop, told: () => told }
}

describe('a watched folder', () => {
  it('is waited for, and followed when it comes, goes and comes again', async () => {
    const { at, agents, change } = await open({ inner: false })
    await change(() => mkdir(at('.orrery')))
    await change(() => mkdir(agents))
    await change(() => writeFile(at('.orrery/agents/one.md'), 'one'))
    await change(() => writeFile(at('.orrery/agents/one.md'), 'two'))
    await change(() => rename(at('.orrery/agents/one.md'), at('.orrery/agents/two.md')))
    await change(() => rm(at('.orrery'), { recursive: true }))
    await change(() => mkdir(agents, { recursive: true }))
    await change(() => writeFile(at('.orrery/agents/three.md'), 'three'))
  })

  it('tells of many changes at once only once', async () => {
    const { agents, at, change, told } = await open({ inner: false })
    await change(() => mkdir(agents, { recursive: true }))
    const before = told()
    await change(() =>
      Promise.all(Array.from({ length: 30 }, (_, each) => writeFile(at(`.orrery/agents/${each}.md`), 'x'))),
    )
    expect(told() - before).toBeLessThan(5)
  })

  it('is followed into its folders when they count', async () => {
    const { at, change } = await open({ inner: true })
    await change(() => mkdir(at('.orrery/agents/tidy'), { recursive: true }))
    await change(() => writeFile(at('.orrery/agents/tidy/SKILL.md'), 'one'))
    await change(() => writeFile(at('.orrery/agents/tidy/SKILL.md'), 'two'))
    await change(() => rm(at('.orrery/agents/tidy'), { recursive: true }))
  })

  it('tells of nothing beside it, and of nothing after it was stopped', async () => {
    const { at, agents, write, change, stop, told } = await open({ inner: false })
    await change(() => mkdir(agents, { recursive: true }))
    const before = told()
    await write('src/main.ts', 'code')
    await write('notes.md', 'notes')
    stop()
    await writeFile(at('.orrery/agents/late.md'), 'late')
    const again = watchFolder({ from: at(), folder: agents, inner: false }, () => {}, {
      clock: systemClock,
      logger: silentLogger,
    })
    onTestFinished(again)
    expect(told()).toBe(before)
  })
})
