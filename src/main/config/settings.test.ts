import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { SessionId } from '#shared/ids.ts'
import { createDrafts } from './drafts.ts'
import { overlay } from './layers/overlay.ts'
import { createSettingsRows } from './rows.ts'
import { createSettings } from './settings.ts'

const MIGRATION = resolve(import.meta.dirname, '../database/migrations/0002-vault-projects.sql')

async function open(config: UserConfig = {}, forced: UserConfig = {}) {
  const db = new BetterSqlite3(':memory:')
  db.exec(await readFile(MIGRATION, 'utf8'))
  const rows = createSettingsRows(db)
  const drafts = createDrafts({ rows, clock: { now: () => 1_000 } })
  const told: AppEvent[] = []
  const late = new Map<string, () => void>()
  const settings = createSettings({
    rows,
    late: { put: (key: string, write: () => void) => void late.set(key, write) },
    config: () => overlay(config, forced),
    forced: () => forced,
    tell: (event) => told.push(event),
  })
  const flush = () => {
    for (const write of late.values()) write()
    late.clear()
  }
  return { rows, db, drafts, settings, told, late, flush }
}

describe('the chat that was open last', () => {
  it('is known at once and written later, the newest only', async () => {
    const { rows, settings, late, flush } = await open()
    const ids = ['ses_00000001', 'ses_00000002'].map((id) => SessionId.parse(id))
    for (const id of ids) settings.setLastSession(id)
    expect([settings.lastSession(), rows.setting('lastSession')]).toEqual([ids[1], null])
    flush()
    expect(rows.setting('lastSession')).toBe(JSON.stringify(ids[1]))
    settings.setLastSession(ids[1] ?? null)
    expect(late.size).toBe(0)
  })
})

describe('settings', () => {
  it('name the variables of each folder, those of the window in place of those of config.toml', async () => {
    const projects = { '/a': ['A_KEY'], '/b': ['B_KEY'] }
    const { settings, told } = await open({ environment: { projects } })
    settings.passVariables('/a', ['C_KEY'])
    settings.passVariables('/c', [])
    const passed = { '/a': ['C_KEY'], '/b': ['B_KEY'], '/c': [] }
    expect([settings.current().passedVariables, told.length]).toEqual([passed, 2])
  })

  it('are what the person chose in a window, else what config.toml says, else the default', async () => {
    expect((await open()).settings.current()).toEqual({
      theme: 'system',
      locale: 'system',
      permissionMode: 'ask',
      sandbox: 'auto',
      askForReadOnly: false,
      modeKey: true,
      passedVariables: {},
      teams: true,
      teamsApart: false,
      backgroundAgents: true,
      backgroundAfter: 2,
      toolSearch: 'auto',
      ...USUAL_CHOICES,
    })
    const { settings } = await open({ ui: { theme: 'dark', locale: 'zh-CN' }, permissionMode: 'plan' })
    expect(settings.current()).toEqual({
      theme: 'dark',
      locale: 'zh-CN',
      permissionMode: 'plan',
      sandbox: 'auto',
      askForReadOnly: false,
      modeKey: true,
      passedVariables: {},
      teams: true,
      teamsApart: false,
      backgroundAgents: true,
      backgroundAfter: 2,
      toolSearch: 'auto',
      ...USUAL_CHOICES,
    })
    expect(settings.set({ theme: 'light' })).toEqual({
      theme: 'light',
      locale: 'zh-CN',
      permissionMode: 'plan',
      sandbox: 'auto',
      askForReadOnly: false,
      modeKey: true,
      passedVariables: {},
      teams: true,
      teamsApart: false,
      backgroundAgents: true,
      backgroundAfter: 2,
      toolSearch: 'auto',
      ...USUAL_CHOICES,
    })
    settings.set({ permissionMode: 'accept_edits', locale: 'en', teams: false })
    expect(settings.current()).toEqual({
      theme: 'light',
      locale: 'en',
      permissionMode: 'accept_edits',
      sandbox: 'auto',
      teams: false,
      teamsApart: false,
      askForReadOnly: false,
      modeKey: true,
      passedVariables: {},
      backgroundAgents: true,
      backgroundAfter: 2,
      toolSearch: 'auto',
      ...USUAL_CHOICES,
    })
    const off = await open({ teams: { enabled: false }, agents: { background: false } })
    expect([off.settings.current().teams, off.settings.set({ teams: true }).teams]).toEqual([false, true])
    const { backgroundAgents } = off.settings.current()
    expect([backgroundAgents, off.settings.set({ backgroundAgents: true }).backgroundAgents]).toEqual([
      false,
      true,
    ])
  })

  it('are told to every window when one changes them, whole and once', async () => {
    const { settings, told } = await open({ ui: { theme: 'dark' } })
    settings.set({ locale: 'zh-CN', permissionMode: 'plan' })
    expect(told).toEqual([
      {
        kind: 'settings.changed',
        settings: {
          theme: 'dark',
          locale: 'zh-CN',
          permissionMode: 'plan',
          sandbox: 'auto',
          teams: true,
          teamsApart: false,
          askForReadOnly: false,
          modeKey: true,
          passedVariables: {},
          backgroundAgents: true,
          backgroundAfter: 2,
          toolSearch: 'auto',
          ...USUAL_CHOICES,
        },
      },
    ])
  })

  it('keep where the window was and which chat was open', async () => {
    const { settings } = await open()
    const bounds = { x: -20, y: 0, width: 1280, height: 800, maximized: false }
    const session = SessionId.parse('ses_0123456789')
    expect([settings.lastSession(), settings.windowBounds()]).toEqual([null, null])
    settings.setLastSession(session)
    settings.setWindowBounds(bounds)
    expect([settings.lastSession(), settings.windowBounds()]).toEqual([session, bounds])
    settings.setLastSession(null)
    expect(settings.lastSession()).toBeNull()
  })

  it.each(['', '{', 'null', '"purple"', '{"width":1}', '[]'])(
    'count as not chosen when %j stands there',
    async (text) => {
      const { settings, rows } = await open()
      for (const key of [
        'theme',
        'locale',
        'permissionMode',
        'teams',
        'backgroundAgents',
        'lastSession',
        'windowBounds',
      ])
        rows.putSetting(key, text)
      expect(settings.current()).toEqual({
        theme: 'system',
        locale: 'system',
        permissionMode: 'ask',
        sandbox: 'auto',
        teams: true,
        teamsApart: false,
        askForReadOnly: false,
        modeKey: true,
        passedVariables: {},
        backgroundAgents: true,
        backgroundAfter: 2,
        toolSearch: 'auto',
        ...USUAL_CHOICES,
      })
      expect([settings.lastSession(), settings.windowBounds()]).toEqual([null, null])
    },
  )
})

describe('drafts', () => {
  it('are kept by key until they are empty', async () => {
    const { drafts, db } = await open()
    drafts.set('ses_1', '写到一半')
    drafts.set('prj_1', 'half')
    drafts.set('prj_1', 'half a sentence')
    expect([drafts.get('ses_1'), drafts.get('prj_1'), drafts.get('ses_2')]).toEqual([
      '写到一半',
      'half a sentence',
      '',
    ])
    drafts.set('ses_1', '')
    drafts.set('prj_1', '')
    expect(db.prepare('SELECT count(*) AS n FROM drafts').get()).toEqual({ n: 0 })
  })
})

describe('settings of a higher layer', () => {
  it('win over choices in windows, and refuse a change that they would hide', async () => {
    const { settings, rows } = await open({ ui: { theme: 'dark' } }, { ui: { theme: 'light' } })
    rows.putSetting('theme', JSON.stringify('dark'))
    expect(settings.current().theme).toBe('light')
    expect(() => settings.set({ theme: 'system', askForReadOnly: true })).toThrow(
      'The setting ui.theme has a fixed value here',
    )
    expect(settings.current().askForReadOnly).toBe(false)
    expect(settings.set({ locale: 'en' }).locale).toBe('en')
  })
})
