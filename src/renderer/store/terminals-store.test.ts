import { expect, it } from 'vitest'
import { type ProjectId, TerminalId, type WorktreeId } from '#shared/ids.ts'
import { type KeptTabs, keptTabsIn } from '#shared/terminal/kept-tabs.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { Api } from '../api.ts'
import { createTerminalsStore, groupsOf, shownOf, type TerminalPlace } from './terminals-store.ts'

const projectId = 'prj_00000001' as ProjectId
const place: TerminalPlace = { projectId, worktreeId: null }
const tree: TerminalPlace = { projectId, worktreeId: 'wtr_00000001' as WorktreeId }

function open() {
  let list: readonly Terminal[] = []
  let running: string | null = null
  let kept: KeptTabs = keptTabsIn(null)
  const remembered: boolean[] = []
  const answers: Record<string, (request: never) => unknown> = {
    'terminal.list': () => list,
    'terminal.open': ({ worktreeId }: { worktreeId?: WorktreeId }) => {
      const number = list.length + 1
      const added: Terminal = {
        id: `trm_0000000${number}` as TerminalId,
        projectId,
        folder: '/ledger',
        worktreeId: worktreeId ?? null,
        branch: worktreeId === undefined ? null : 'tide',
        number,
        shell: 'zsh',
        starts: 1,
        ended: null,
      }
      list = [...list, added]
      return added
    },
    'terminal.close': ({ terminalId, anyway }: { terminalId: TerminalId; anyway: boolean }) => {
      if (running !== null && !anyway) return { closed: false, running }
      list = list.filter(({ id }) => id !== terminalId)
      return { closed: true, running: null }
    },
  }
  const call = (async (name: string, request: never) => answers[name]?.(request)) as Api['call']
  const reload = () =>
    createTerminalsStore({
      api: { call },
      wasShown: false,
      remember: (isShown) => remembered.push(isShown),
      tabs: {
        read: () => kept,
        write: (tabs) => {
          kept = keptTabsIn(JSON.parse(JSON.stringify(tabs)))
        },
      },
    })
  const store = reload()
  const shown = (at = place, of = store) => {
    const { open: first, beside } = shownOf(of.store.getState(), at)
    return [first?.number ?? null, beside?.number ?? null]
  }
  const setRunning = (program: string | null) => {
    running = program
  }
  return { ...store, shown, remembered, setRunning, reload }
}

it('starts a first shell with the panel, and none when it is shown again', async () => {
  const { toggle, store, shown, remembered } = open()
  await toggle(place)
  expect(shown()).toEqual([1, null])
  await toggle(place)
  expect(store.getState().isShown).toBe(false)
  await toggle(place)
  expect(store.getState().list).toHaveLength(1)
  expect(remembered.at(-1)).toBe(true)
})

it('shows a second terminal beside the open one, and swaps nothing into view twice', async () => {
  const { toggle, split, select, unsplit, shown, store } = open()
  await toggle(place)
  await split(place)
  expect(shown()).toEqual([1, 2])
  const second = store.getState().list?.[1]?.id as TerminalId
  select(place, second)
  expect(shown()).toEqual([2, null])
  unsplit(place)
  expect(shown()).toEqual([2, null])
})

it('names the program that keeps a terminal open', async () => {
  const { toggle, close, setRunning, shown, store } = open()
  await toggle(place)
  const id = store.getState().list?.[0]?.id as TerminalId
  setRunning('vim')
  expect(await close(id, false)).toBe('vim')
  expect(shown()).toEqual([1, null])
  expect(await close(id, true)).toBeNull()
  expect(shown()).toEqual([null, null])
})

it('shows with a chat of a worktree the terminals that started there', async () => {
  const { toggle, open: start, shown, view, show, store } = open()
  await toggle(place)
  show(false)
  view(tree)
  await toggle(tree)
  expect([shown(place), shown(tree)]).toEqual([
    [1, null],
    [2, null],
  ])
  // A terminal that starts elsewhere comes into view beside the chat that is open.
  await start(place)
  expect([shown(place), shown(tree)]).toEqual([
    [1, null],
    [3, null],
  ])
  const groups = groupsOf(store.getState(), projectId)
  expect(groups.map(({ branch, terminals }) => [branch, terminals.map(({ number }) => number)])).toEqual([
    [null, [1, 3]],
    ['tide', [2]],
  ])
})

it('keeps the open tabs over a reload, and forgets those of closed terminals', async () => {
  const { toggle, open: start, split, select, store, shown, reload, close } = open()
  await toggle(place)
  await start(place)
  await split(place)
  const first = store.getState().list?.[0]?.id as TerminalId
  select(place, first)
  const again = reload()
  await again.load()
  expect(shown(place, again)).toEqual([1, 3])
  await close(first, true)
  const later = reload()
  await later.load()
  expect(shown(place, later)).toEqual([2, 3])
})

it('knows the ids that the app gives', () => {
  const id = `trm_${'0a'.repeat(10)}`
  expect(TerminalId.safeParse(id).success).toBe(true)
  expect(keptTabsIn({ active: { here: id }, beside: {} }).active).toEqual({ here: id })
})

it('reads no tabs from what it did not write', () => {
  for (const value of [null, 4, { active: [] }, { active: { x: 'no id' }, beside: {} }])
    expect(keptTabsIn(value)).toEqual({ active: {}, beside: {} })
})
