import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { AppEvent, WindowMessage } from '#shared/events/delivery.ts'
import type { ProjectId, TerminalId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { systemClock } from '../lib/clock.ts'
import { createProcessTree } from '../lib/programs/process-tree.ts'
import type { FromTerminals, ToTerminals } from './messages.ts'
import { startPty } from './pty.ts'
import { createScreen } from './screen.ts'
import { serveTerminals } from './serve-terminals.ts'
import { createTerminals } from './terminals.ts'

const projectId = 'prj_00000001' as ProjectId
const size = { cols: 60, rows: 10 }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const readEnvironment = async (): Promise<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  TERM: 'xterm-256color',
  PS1: '> ',
})

/** Reads the environment only after `go`. */
function slow() {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  return { go: () => go(), read: () => gate.then(readEnvironment) }
}

/** Terminals whose process is this one, with real shells. */
function open(project: Partial<Project> = {}, environment = readEnvironment) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-terminals-'))
  const sent: WindowMessage[] = []
  const told: AppEvent[] = []
  const watched: number[] = []
  const spawned = { count: 0, running: 0 }
  let count = 0
  let crash = () => {}
  const terminals = createTerminals({
    spawn: () => {
      let listener: (message: unknown) => void = () => {}
      let exited = () => {}
      let isOver = false
      spawned.count += 1
      spawned.running += 1
      const serve = serveTerminals({
        post: (message: FromTerminals) => queueMicrotask(() => isOver || listener(message)),
        start: startPty,
        screen: createScreen,
        after: (ms, act) => void setTimeout(act, ms),
        collect: () => {},
      })
      const kill = () => {
        if (!isOver) spawned.running -= 1
        isOver = true
      }
      crash = () => {
        kill()
        exited()
      }
      return {
        post: (message) => serve(message as ToTerminals),
        onMessage: (given) => {
          listener = given
          return () => {}
        },
        onExit: (given) => {
          exited = given
          return () => {}
        },
        kill,
      }
    },
    newId: () => {
      count += 1
      return `trm_${String(count).padStart(8, '0')}` as TerminalId
    },
    project: async () => ({
      id: projectId,
      path: folder,
      name: 'ledger',
      lastOpenedAt: 0,
      missing: false,
      branch: null,
      trusted: true,
      carriesCode: false,
      gitMayStart: false,
      ...project,
    }),
    worktree: async () => ({
      id: projectId,
      path: join(folder, 'tree'),
      name: 'orrery/tide',
      lastOpenedAt: 0,
      missing: false,
      branch: 'orrery/tide',
      trusted: true,
      carriesCode: false,
      gitMayStart: false,
      ...project,
    }),
    shell: async () => ({ file: '/bin/sh', args: [] }),
    environment,
    watch: ({ pid }) => {
      watched.push(pid)
      return () => void watched.splice(watched.indexOf(pid), 1)
    },
    tree: createProcessTree({ platform: process.platform, clock: systemClock }),
    send: (_window, message) => sent.push(message),
    tell: (event) => told.push(event),
    logger: { warn: () => {} },
    signal: new AbortController().signal,
  })
  closing.push(async () => {
    await terminals.end()
    rmSync(folder, { recursive: true })
  })
  const start = () => terminals.open(projectId, size, { worktreeId: null, folder: null })
  const screen = async (id: TerminalId) => (await terminals.attach(id, 1)).text
  return { terminals, start, screen, sent, told, watched, spawned, folder, crash: () => crash() }
}

it('runs a shell in the folder of the project, and shows its screen again', async () => {
  const { terminals, start, screen, sent, folder, watched } = open()
  const { id, number, shell } = await start()
  expect({ number, shell, listed: terminals.list().length }).toEqual({ number: 1, shell: 'sh', listed: 1 })
  await expect.poll(() => watched.length).toBe(1)
  terminals.write(id, 'pwd; stty size; [ -t 0 ] && echo a-$TERM-terminal\r')
  await expect.poll(() => screen(id)).toContain('a-xterm-256color-terminal\r\n')
  const text = await screen(id)
  expect(text.replaceAll('\r\n', '')).toContain(folder)
  expect(text).toContain('10 60')
  expect(sent.every((message) => message.t === 'terminal' && message.terminalId === id)).toBe(true)
})

it('starts in a worktree of the project, and says which', async () => {
  const { terminals, folder } = open()
  mkdirSync(join(folder, 'tree'))
  const tree = 'wtr_00000001' as WorktreeId
  expect(await terminals.open(projectId, size, { worktreeId: tree, folder: null })).toMatchObject({
    folder: join(folder, 'tree'),
    branch: 'orrery/tide',
  })
  const other = 'prj_00000002' as ProjectId
  await expect(terminals.open(other, size, { worktreeId: tree, folder: null })).rejects.toThrow(
    'no longer known',
  )
  const { terminals: untrusted } = open({ trusted: false })
  await expect(untrusted.open(projectId, size, { worktreeId: tree, folder: null })).rejects.toThrow()
})

it('sends output only to windows that show the terminal', async () => {
  const { terminals, start, screen, sent, folder } = open()
  const { id } = await start()
  await screen(id)
  terminals.windowClosed(1)
  await expect.poll(async () => (await terminals.attach(id, 2)).text).toContain('> ')
  terminals.detach(id, 2)
  sent.length = 0
  terminals.write(id, 'echo un"seen" | tee done\r')
  await expect.poll(() => existsSync(join(folder, 'done'))).toBe(true)
  expect(sent).toEqual([])
  await expect.poll(() => screen(id)).toContain('unseen')
})

it('answers a program that asks for the position of the cursor', async () => {
  const { terminals, start, screen } = open()
  const { id } = await start()
  terminals.write(id, `printf '\\033[6n'; read -r answer\r`)
  // The answer is typed for the program, so the terminal echoes it.
  await expect.poll(() => screen(id)).toMatch(/\^\[\[\d+;\d+R/)
})

it('says how a shell ended, and starts it again on the same screen', async () => {
  const { terminals, start, screen, watched, told } = open()
  const { id } = await start()
  terminals.write(id, 'echo first; exit 3\r')
  await expect.poll(() => terminals.list()[0]?.ended).toEqual({ code: 3 })
  expect(watched).toEqual([])
  told.length = 0
  await terminals.restart(id)
  expect(told).toEqual([{ kind: 'terminals.changed' }])
  terminals.write(id, 'echo sec"ond"\r')
  await expect.poll(() => screen(id)).toMatch(/first[\s\S]*second/)
})

it('asks before it ends a program in the foreground, and then ends all of it', async () => {
  const { terminals, start, folder, spawned, watched } = open()
  const { id } = await start()
  await expect.poll(() => watched.length).toBe(1)
  terminals.write(id, `awk 'BEGIN { system("touch up"); while ((getline line) > 0); }'\r`)
  await expect.poll(() => existsSync(join(folder, 'up'))).toBe(true)
  expect(await terminals.close(id, false)).toEqual({ closed: false, running: 'awk' })
  const shell = watched[0] ?? 0
  expect(await terminals.close(id, true)).toEqual({ closed: true, running: null })
  await expect.poll(() => isAlive(shell)).toBe(false)
  // Without a terminal, their process is not needed.
  expect({ list: terminals.list(), ...spawned }).toEqual({ list: [], count: 1, running: 0 })
})

it('opens none in a project whose programs the person does not trust', async () => {
  const untrusted = open({ trusted: null, carriesCode: true })
  await expect(untrusted.start()).rejects.toThrow('Trust the project first')
  await expect(open({ trusted: false }).start()).rejects.toThrow('Trust the project first')
  expect((await open({ trusted: null }).start()).number).toBe(1)
})

it('keeps its tabs when the process of the terminals crashes', async () => {
  const { terminals, start, screen, crash, spawned, watched } = open()
  const { id } = await start()
  await expect.poll(() => watched.length).toBe(1)
  crash()
  expect(terminals.list().map(({ ended }) => ended)).toEqual([{ code: null }])
  await terminals.restart(id)
  expect(terminals.list()[0]?.starts).toBe(2)
  terminals.write(id, 'echo back"again"\r')
  await expect.poll(() => screen(id)).toContain('backagain')
  expect(spawned.count).toBe(2)
})

it('sends output to a window that showed the terminal before the crash', async () => {
  const { terminals, start, screen, crash, sent, watched } = open()
  const { id } = await start()
  await screen(id)
  await expect.poll(() => watched.length).toBe(1)
  crash()
  sent.length = 0
  await terminals.restart(id)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
})

it('ends every shell with the app', async () => {
  const { terminals, start, spawned, watched, folder } = open()
  const { id } = await start()
  await start()
  await expect.poll(() => watched.length).toBe(2)
  terminals.write(id, `trap '' HUP TERM; touch up; sleep 4321\r`)
  await expect.poll(() => existsSync(join(folder, 'up'))).toBe(true)
  const shells = [...watched]
  await terminals.end()
  expect(shells.filter(isAlive)).toEqual([])
  expect(spawned.running).toBe(0)
})

it('starts no shell for a terminal that was closed while its environment was read', async () => {
  const environment = slow()
  const { terminals, start, spawned } = open({}, environment.read)
  const opening = start()
  await expect.poll(() => terminals.list().length).toBe(1)
  const [{ id } = { id: '' as TerminalId }] = terminals.list()
  await terminals.close(id, true)
  environment.go()
  await expect(opening).rejects.toThrow('This terminal was closed.')
  expect({ list: terminals.list(), ...spawned }).toEqual({ list: [], count: 0, running: 0 })
})

it('starts no shell after the end of the app, and keeps no tab without one', async () => {
  const environment = slow()
  const { terminals, start, spawned } = open({}, environment.read)
  const opening = start()
  await expect.poll(() => terminals.list().length).toBe(1)
  await terminals.end()
  environment.go()
  await expect(opening).rejects.toThrow('This terminal was closed.')
  expect(spawned.count).toBe(0)
  const failing = open({}, () => Promise.reject(new Error('no environment')))
  await expect(failing.start()).rejects.toThrow('no environment')
  expect(failing.terminals.list()).toEqual([])
})

it('refuses a terminal that was closed', async () => {
  const { terminals, start } = open()
  const { id } = await start()
  await terminals.close(id, true)
  expect(() => terminals.write(id, 'x')).toThrow('This terminal was closed.')
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
