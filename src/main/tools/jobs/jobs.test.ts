import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { RunId, SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { jobAddress } from '#shared/process/job-address.ts'
import { systemClock } from '../../lib/clock.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import { linePattern } from '../grep/line-pattern.ts'
import type { EndLook, JobLooks } from './job-files.ts'
import type { JobStart } from './job-port.ts'
import { createJobs } from './jobs.ts'
import { createReachPort } from './reach-port.ts'

const sessionId = SessionId.parse('ses_00000000')
const until = (text: string) => ({ text, test: linePattern(text, false) })
const never = () => AbortSignal.timeout(20_000)

async function openJobs() {
  const folder = await realpath(await mkdtemp(`${tmpdir()}/orrery jobs `))
  const records = new Map<string, JobRecord>()
  const items: HarnessItem[] = []
  const ends: (() => void)[] = []
  const jobs = createJobs({
    platform: process.platform,
    clock: systemClock,
    processes: createProcessTree({ platform: process.platform, clock: systemClock }),
    folder,
    watch: ({ end }) => {
      ends.push(end)
      return () => {}
    },
    recordsOf: () => [...records.values()],
    publish: (_, job) => records.set(job.id, job),
    tell: (_, item) => items.push(item),
    hide: { text: (text) => text.replaceAll('s3cret', '***'), open: (text) => text.length },
    reaches: createReachPort(systemClock),
    report: (error) => items.push({ ...NO_ITEM, content: String(error) }),
  })
  onTestFinished(async () => {
    await jobs.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const start = (command: string, looks: JobLooks | null = null, dial: JobStart['dial'] = null) =>
    jobs.start({
      context: { sessionId, runId: RunId.parse('run_00000000'), agentId: 'tester', callId: 'call' },
      command,
      start: { file: '/bin/sh', args: ['-c', `exec 2>&1; ${command}`], verbatim: false },
      cwd: folder,
      sandboxed: command.startsWith('# sandboxed'),
      looks,
      dial,
      environment: { PATH: process.env['PATH'] ?? '' },
      leave: async () => '',
    }).id
  return { jobs, start, items, records, ends }
}
const NO_PORT = { port: null, isOpen: false }
const NO_ITEM = {
  kind: 'runtime-notice',
  origin: 'system',
  visibility: 'display',
  lifetime: 'session',
  placement: 'in-place',
} as const

describe.skipIf(process.platform === 'win32')('background programs', { timeout: 30_000 }, () => {
  it('run on, and a reading returns only what is new', async () => {
    const { jobs, start } = await openJobs()
    const id = start('echo one; read line < /dev/zero')
    expect(await jobs.wait({ sessionId, id }, until('^one$'), 10_000, never())).toBe('matched')
    expect(await jobs.read(sessionId, id)).toMatchObject({ output: 'one\n', job: { state: 'running' } })
    expect((await jobs.read(sessionId, id)).output).toBe('')
  })

  it('tell their agent about an end that no wait received', async () => {
    const { jobs, start, items } = await openJobs()
    const id = start('echo last words; exit 3')
    await expect.poll(() => items.map(({ content }) => content)).toHaveLength(1)
    expect(items[0]?.content).toMatch(/^job_1 ended with exit code 3 after \d+ s: echo last/)
    expect(items[0]?.content).toContain('last words')
    expect((await jobs.read(sessionId, id)).output).toBe('')
  })

  it('report their end only once, to the wait', async () => {
    const { jobs, start, items } = await openJobs()
    const id = start('exit 0')
    expect(await jobs.wait({ sessionId, id }, null, 10_000, never())).toBe('ended')
    expect(items).toEqual([])
  })

  it('keep a pattern watched after a wait that timed out', async () => {
    const { jobs, start, items } = await openJobs()
    const id = start('sleep 1; echo ready now; sleep 60')
    expect(await jobs.wait({ sessionId, id }, until('ready'), 50, never())).toBe('time')
    await expect
      .poll(() => items.map(({ attrs }) => attrs?.['state']), { timeout: 10_000 })
      .toEqual(['running'])
    expect(items[0]?.content).toContain('ready now')
  })

  it('survive the abort of a wait', async () => {
    const { jobs, start } = await openJobs()
    const id = start('sleep 60')
    const stop = new AbortController()
    const waiting = jobs.wait({ sessionId, id }, null, 60_000, stop.signal)
    stop.abort(new Error('The turn was stopped.'))
    await expect(waiting).rejects.toThrow('The turn was stopped.')
    expect(jobs.find(sessionId, id)?.state).toBe('running')
  })

  it('end with everything they started, without an item for who stopped them', async () => {
    const { jobs, start, items, records } = await openJobs()
    const id = start("trap '' TERM; sleep 60 & sleep 60")
    await jobs.stop(sessionId, id)
    expect(records.get(id)).toMatchObject({ state: 'stopped', port: null })
    expect(items).toEqual([])
    expect(jobs.running()).toEqual([])
  })

  it('end from the process panel', async () => {
    const { start, records, ends } = await openJobs()
    const id = start('sleep 60')
    for (const end of ends) end()
    await expect.poll(() => records.get(id)?.state).toBe('stopped')
  })

  it('are numbered on, and refused beyond eight', async () => {
    const { jobs, start } = await openJobs()
    const ids = Array.from({ length: 8 }, () => start('sleep 60'))
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `job_${number}`))
    expect(() => start('sleep 60')).toThrow('8 background programs are running already')
    await jobs.stop(sessionId, 'job_1')
    expect(start('sleep 60')).toBe('job_9')
  })

  it('list what they changed with each reading and at their end', async () => {
    const { jobs, start, items, records } = await openJobs()
    const order: string[] = []
    const look = (name: string, changed: number): EndLook => {
      order.push(`begin ${name}`)
      return async () => {
        order.push(`end ${name}`)
        return { looked: true, added: 0, changed, removed: 0, unlisted: 0 }
      }
    }
    const later = [look('one', 1), look('two', 0), look('three', 2)]
    const taken = later.values()
    const again = async () => taken.next().value ?? look('none', 9)
    const id = start('echo ready; sleep 1', { first: look('first', 3), again })
    expect((await jobs.read(sessionId, id)).files).toMatchObject({ changed: 3 })
    expect((await jobs.read(sessionId, id)).files).toMatchObject({ changed: 1 })
    expect((await jobs.read(sessionId, id)).files).toBeNull()
    await expect.poll(() => items.map(({ content }) => content)).toHaveLength(1)
    expect(items[0]?.content).toContain('Files of the project since the last reading: 2 changed.')
    expect(records.get(id)).toMatchObject({ state: 'exited', files: { changed: 6 } })
    expect(order.filter((each) => each.startsWith('end'))).toEqual([
      'end first',
      'end one',
      'end two',
      'end three',
    ])
  })

  it('keep on listing when a look fails', async () => {
    const { jobs, start, items } = await openJobs()
    const broken: EndLook = async () => {
      throw new Error('The look broke.')
    }
    const whole: EndLook = async () => ({ looked: true, added: 1, changed: 0, removed: 0, unlisted: 0 })
    const id = start('sleep 60', { first: broken, again: async () => whole })
    expect((await jobs.read(sessionId, id)).files).toBeNull()
    expect((await jobs.read(sessionId, id)).files).toMatchObject({ added: 1 })
    expect(items.map(({ content }) => content)).toEqual(['Error: The look broke.'])
    await jobs.stop(sessionId, id)
  })

  it('hide secrets in their output', async () => {
    const { jobs, start } = await openJobs()
    const id = start('echo s3cret')
    await jobs.wait({ sessionId, id }, null, 10_000, never())
    expect(await jobs.output(sessionId, id)).toBe('***\n')
  })

  it('show a port once it accepts connections, and no port that does not', async () => {
    const { start, records } = await openJobs()
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await expect.poll(() => server.address()).not.toBeNull()
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const open = start(`echo http://localhost:${port}/; sleep 60`)
    const closed = start('echo http://localhost:1/; sleep 60')
    await expect.poll(() => records.get(open)?.port, { timeout: 10_000 }).toBe(port)
    expect(records.get(closed)?.port).toBeNull()
    expect(jobAddress(records.get(open) ?? NO_PORT)).toBe(`http://localhost:${port}/`)
  })

  it('tell a port that the sandbox hides, without an address', async () => {
    const { start, records } = await openJobs()
    const id = start('# sandboxed\necho http://localhost:1/; sleep 60')
    await expect.poll(() => records.get(id)?.port, { timeout: 10_000 }).toBe(1)
    expect(jobAddress(records.get(id) ?? NO_PORT)).toBeNull()
  })

  it('take no port of another program for one that the sandbox hides', async () => {
    const { jobs, start, records } = await openJobs()
    const server = createServer((socket) => socket.end('another program')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await expect.poll(() => server.address()).not.toBeNull()
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const dialled: number[] = []
    const id = start(`# sandboxed\necho http://localhost:${port}/; sleep 60`, null, async (to) => {
      dialled.push(to)
      throw new Error('Nothing listens there.')
    })
    await expect.poll(() => records.get(id)).toMatchObject({ port, isOpen: false, canOpen: true })
    expect(jobAddress(records.get(id) ?? NO_PORT)).toBeNull()
    const opened = await jobs.openPort(sessionId, id)
    expect(opened).not.toBe(port)
    let heard = ''
    const socket = connect({ host: '127.0.0.1', port: opened ?? 0 })
    socket.on('data', (piece) => {
      heard += String(piece)
    })
    await once(socket, 'close')
    expect(heard).toBe('')
    expect(dialled).toEqual([port])
    expect(jobs.opened().map(({ job }) => job.openedAt)).toEqual([opened])
    await jobs.stop(sessionId, id)
    expect([jobs.opened(), records.get(id)?.openedAt]).toEqual([[], undefined])
  })

  it('leave the record of a program that ends with the app to the next start', async () => {
    const { jobs, start, records } = await openJobs()
    const id = start('sleep 60')
    await jobs.close()
    expect(records.get(id)?.state).toBe('running')
  })
})
