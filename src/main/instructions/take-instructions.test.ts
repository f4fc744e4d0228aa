import { describe, expect, it } from 'vitest'
import { createStoppedClock } from '../../../test/support/data/stopped-clock.ts'
import { memoryDisk } from '../../../test/support/disk/memory-disk.ts'
import type { RulesDisk } from '../context/instructions/discover-rules.ts'
import { silentLogger } from '../lib/logger.ts'
import { createTakeInstructions } from './take-instructions.ts'

const TREE = {
  '/home/ann/.orrery/AGENTS.md': 'Be kind.',
  '/home/ann/app/.git/HEAD': 'ref: refs/heads/main',
  '/home/ann/app/AGENTS.md': 'Use tabs.',
}
const never = <T>() => new Promise<T>(() => undefined)

/** Creates a disk on which some paths never answer; `stuck` resolves when a read of one begins. */
function stuckDisk(isStuck: (path: string) => boolean) {
  const disk = memoryDisk(TREE)
  let wait = () => {}
  const stuck = new Promise<void>((resolve) => {
    wait = resolve
  })
  const hang = <T>(path: string, answer: () => Promise<T>): Promise<T> => {
    if (!isStuck(path)) return answer()
    wait()
    return never<T>()
  }
  const slow: RulesDisk = {
    ...disk,
    stat: (path, signal) => hang(path, () => disk.stat(path, signal)),
    list: (path, signal) => hang(path, () => disk.list(path, signal)),
    readFile: (path, most, signal) => hang(path, () => disk.readFile(path, most, signal)),
  }
  return { slow, stuck, hang }
}

function taking(isStuck: (path: string) => boolean) {
  const clock = createStoppedClock()
  const { slow, stuck, hang } = stuckDisk(isStuck)
  const take = createTakeInstructions({
    userFile: '/home/ann/.orrery/AGENTS.md',
    home: '/home/ann',
    disk: slow,
    clock,
    gitSummary: async () => ({ changed: 3, lastCommit: 'Say "hello"\n' }),
    summary: (cwd) => hang(`${cwd} listed`, async () => 'At its top: src/'),
    logger: silentLogger,
  })
  const taken = take({ cwd: '/home/ann/app', skills: '', memory: '', isAgent: false })
  return { clock, stuck, taken }
}

const told = (snapshot: { sections: readonly { renderedBlock: string }[] }) =>
  snapshot.sections.map(({ renderedBlock }) => renderedBlock).join('\n')

describe('what a new session is told', () => {
  it('is everything when the disk answers, and no timer is left', async () => {
    const { clock, taken } = taking(() => false)
    const { snapshot, problems, late } = await taken
    expect([problems, late]).toEqual([[], null])
    expect(told(snapshot)).toMatch(
      /Be kind\..*Use tabs\..*At its top.*Git: branch main, 3 changed files, last commit "Say hello"/s,
    )
    expect(clock.waiting()).toEqual([])
  })

  it('asks git nothing about a folder outside of a repository', async () => {
    const asked: string[] = []
    const take = createTakeInstructions({
      userFile: '/home/ann/.orrery/AGENTS.md',
      home: '/home/ann',
      disk: memoryDisk(TREE),
      clock: createStoppedClock(),
      gitSummary: async (cwd) => {
        asked.push(cwd)
        return {}
      },
      summary: async () => '',
      logger: silentLogger,
    })
    const place = { skills: '', memory: '', isAgent: false }
    await take({ ...place, cwd: '/home/ann/notes' })
    expect(asked).toEqual([])
    await take({ ...place, cwd: '/home/ann/app' })
    expect(asked).toEqual(['/home/ann/app'])
  })

  it('is what was found when the disk stops answering, with a notice of the rest', async () => {
    const { clock, stuck, taken } = taking((path) => path === '/home/ann/app/AGENTS.md')
    await stuck
    clock.advance(5_000)
    const { snapshot, problems, late } = await taken
    expect(told(snapshot)).toContain('Be kind.')
    expect(told(snapshot)).not.toContain('Use tabs.')
    expect(late?.facts['paths']).toBe('/home/ann/app/AGENTS.md, /home/ann/app/.git, /home/ann/app')
    expect(problems).toEqual([expect.stringContaining('did not answer within 5 seconds')])
    expect(clock.waiting()).toEqual([])
  })

  it.each<[string, (path: string) => boolean]>([
    ['nothing of the disk answers', () => true],
    ['only the repository hangs', (path) => path.endsWith('HEAD')],
    ['only the folder cannot be listed', (path) => path.endsWith('listed')],
  ])('comes to an end when %s', async (_what, isStuck) => {
    const { clock, stuck, taken } = taking(isStuck)
    await stuck
    clock.advance(5_000)
    const { snapshot, late } = await taken
    expect(late?.name).toBe('context.late')
    expect(told(snapshot)).toContain('Folder: /home/ann/app')
  })
})
