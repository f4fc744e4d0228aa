import { expect, it } from 'vitest'
import type { ProjectId, TerminalId } from '#shared/ids.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { Api } from '../api.ts'
import { createTerminalsStore, shownOf } from './terminals-store.ts'

const projectId = 'prj_00000001' as ProjectId

function open() {
  let list: readonly Terminal[] = []
  let running: string | null = null
  const remembered: boolean[] = []
  const answers: Record<string, (request: never) => unknown> = {
    'terminal.list': () => list,
    'terminal.open': () => {
      const number = list.length + 1
      const added: Terminal = {
        id: `trm_0000000${number}` as TerminalId,
        projectId,
        folder: '/ledger',
        branch: null,
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
  const store = createTerminalsStore({
    api: { call },
    wasShown: false,
    remember: (isShown) => remembered.push(isShown),
  })
  const shown = () => {
    const { open: first, beside } = shownOf(store.store.getState(), projectId)
    return [first?.number ?? null, beside?.number ?? null]
  }
  const setRunning = (program: string | null) => {
    running = program
  }
  return { ...store, shown, remembered, setRunning }
}

it('starts a first shell with the panel, and none when it is shown again', async () => {
  const { toggle, store, shown, remembered } = open()
  await toggle(projectId)
  expect(shown()).toEqual([1, null])
  await toggle(projectId)
  expect(store.getState().isShown).toBe(false)
  await toggle(projectId)
  expect(store.getState().list).toHaveLength(1)
  expect(remembered.at(-1)).toBe(true)
})

it('shows a second terminal beside the open one, and swaps nothing into view twice', async () => {
  const { toggle, split, select, unsplit, shown, store } = open()
  await toggle(projectId)
  await split(projectId)
  expect(shown()).toEqual([1, 2])
  const second = store.getState().list?.[1]?.id as TerminalId
  select(projectId, second)
  expect(shown()).toEqual([2, null])
  unsplit(projectId)
  expect(shown()).toEqual([2, null])
})

it('names the program that keeps a terminal open', async () => {
  const { toggle, close, setRunning, shown, store } = open()
  await toggle(projectId)
  const id = store.getState().list?.[0]?.id as TerminalId
  setRunning('vim')
  expect(await close(id, false)).toBe('vim')
  expect(shown()).toEqual([1, null])
  expect(await close(id, true)).toBeNull()
  expect(shown()).toEqual([null, null])
})
