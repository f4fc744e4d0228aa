import { describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SideChat } from '#shared/session/side-chat.ts'
import type { ChatAgentsStore } from '../agents/chat-agents-store.ts'
import { type AppState, NOTHING_YET } from '../app-state.ts'
import type { AppStore } from '../app-store.ts'
import type { SessionStore } from '../session-store.ts'
import { createSideStore } from './side-store.ts'

const id = (name: string) => name as SessionId
const project = 'prj_1' as ProjectId

function open(kept: SideChat | null = null) {
  const store = createStore<AppState>(() => ({ ...NOTHING_YET, openSession: id('main'), surface: 'chat' }))
  const opened: (string | null)[] = []
  const written: (SideChat | null)[] = []
  const app = {
    store,
    show: vi.fn(),
    openSession: (openSession: SessionId) => store.setState({ openSession }),
  } as unknown as AppStore
  const side = createSideStore({
    app,
    session: { open: async (chat: SessionId | null) => void opened.push(chat) } as unknown as SessionStore,
    agents: { follow: async () => undefined } as unknown as ChatAgentsStore,
    child: {} as SessionStore,
    kept: { read: () => kept, write: (chat) => void written.push(chat) },
    report: (error) => {
      throw error
    },
  })
  return { store, app, side, opened, written, chat: () => side.store.getState().chat?.id ?? null }
}

describe('the chat beside the open one', () => {
  it('is opened, replaced and closed, and remembered', () => {
    const { side, opened, written } = open()
    expect(side.open(id('a'), project)).toBe(true)
    side.open(id('b'), null)
    side.close()
    expect(opened).toEqual(['a', 'b', null])
    expect(written).toEqual([{ id: 'a', projectId: project }, { id: 'b', projectId: null }, null])
  })

  it('is never the open one, and leaves when it becomes the open one', () => {
    const { side, app, chat } = open()
    expect(side.open(id('main'), null)).toBe(false)
    side.open(id('a'), null)
    app.openSession(id('a'), null)
    expect(chat()).toBeNull()
  })

  it('needs an open one to stand beside', () => {
    const { side, store } = open()
    store.setState({ openSession: null })
    expect(side.open(id('a'), null)).toBe(false)
  })

  it('is there again after a reload, unless it is the open one', () => {
    const again = open({ id: id('a'), projectId: null })
    again.store.setState({ boot: {} as AppState['boot'] })
    expect(again.chat()).toBe('a')
    const same = open({ id: id('main'), projectId: null })
    same.store.setState({ boot: {} as AppState['boot'] })
    expect(same.chat()).toBeNull()
  })

  it('leaves when it is deleted', () => {
    const { side, chat } = open()
    side.open(id('a'), null)
    side.listed({ id: id('b'), deletedAt: 1 }, 'updated')
    side.listed({ id: id('a') }, 'updated')
    expect(chat()).toBe('a')
    side.listed({ id: id('a'), deletedAt: 1 }, 'updated')
    expect(chat()).toBeNull()
  })

  it('sees itself as the open session, and hears changes of both', () => {
    const { side, store } = open()
    const heard = vi.fn()
    const end = side.app.store.subscribe((now) => heard(now.openSession, now.notices.length))
    side.open(id('a'), project)
    expect(side.app.store.getState()).toBe(side.app.store.getState())
    store.setState({ notices: [{} as AppState['notices'][number]] })
    expect(heard.mock.calls).toEqual([
      ['a', 0],
      ['a', 1],
    ])
    expect(side.app.store.getState().openProject).toBe(project)
    end()
    side.close()
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('opens in its own place what is opened from it, and leads to the open chat where that is meant', () => {
    const { side, store, chat } = open()
    side.open(id('a'), null)
    side.app.openSession(id('fork'), null)
    expect([chat(), store.getState().openSession]).toEqual(['fork', 'main'])
    side.app.openSession(id('main'), null)
    expect([chat(), store.getState().openSession]).toEqual(['fork', 'main'])
  })
})
