import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { AuditEntry } from '#shared/audit/audit.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { openDatabase } from '../../database/open-database.ts'
import { silentLogger } from '../../lib/logger.ts'
import { auditHandlers } from './audit-handlers.ts'
import { createAuditRows } from './rows.ts'

const WINDOW = { windowId: 1 }

function open(answers: Readonly<Record<string, unknown>>) {
  const db = openDatabase({ file: ':memory:', backups: tmpdir(), now: () => 0, logger: silentLogger })
  const rows = createAuditRows(db)
  let at = 1_000
  const names = Object.keys(answers)
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        const answer = answers[name]
        if (answer instanceof Error) throw answer
        return answer
      },
    ]),
  ) as unknown as Handlers
  const audited = auditHandlers(handlers, {
    add: rows.add,
    now: () => {
      at += 1
      return at
    },
    redact: (text) => text.replaceAll('sk-secret', '[secret]'),
    logger: silentLogger,
  }) as unknown as Readonly<Record<string, (request: unknown, caller: unknown) => Promise<unknown>>>
  const told = (entries: readonly AuditEntry[]) => entries.map(({ call, about }) => [call, about])
  return {
    rows,
    told,
    call: (name: string, request: unknown, caller: unknown = WINDOW) => audited[name]?.(request, caller),
  }
}

it('adds acts after they succeeded, newest first, with the command line named', async () => {
  const { rows, told, call } = open({ 'project.trust': {}, 'vault.reveal': 'value', 'vault.copy': null })
  await call('project.trust', { projectId: 'prj_1', trusted: true })
  await call('vault.reveal', { name: 'KEY' })
  await call('vault.copy', { name: 'KEY sk-secret' }, { windowId: 2, isCommandLine: true })
  const entries = rows.page(null, null, 10)
  expect(told(entries)).toEqual([
    ['vault.copy', 'KEY [secret]'],
    ['vault.reveal', 'KEY'],
    ['project.trust', 'on'],
  ])
  expect(entries.map(({ by, projectId }) => [by, projectId])).toEqual([
    ['commandLine', null],
    ['window', null],
    ['window', 'prj_1'],
  ])
  expect(JSON.stringify(entries)).not.toContain('value')
})

it('adds nothing for a declined, failed or harmless act', async () => {
  const { rows, call } = open({
    'vault.reveal': null,
    'vault.delete': new Error('no'),
    'session.update': null,
    'settings.set': {},
    'interaction.answer': null,
  })
  await call('vault.reveal', { name: 'KEY' })
  await expect(call('vault.delete', { name: 'KEY' })).rejects.toThrow('no')
  await call('session.update', { sessionId: 'ses_1', changes: { title: 'new' } })
  await call('settings.set', { theme: 'dark' })
  await call('interaction.answer', { sessionId: 'ses_1', outcome: 'approved', remember: { scope: 'once' } })
  expect(rows.count(null)).toBe(0)
})

it('records Full access of a chat and of new chats, and answers that last', async () => {
  const { rows, told, call } = open({
    'session.update': null,
    'settings.set': {},
    'interaction.answer': null,
  })
  await call('session.update', { sessionId: 'ses_1', changes: { permissionMode: 'bypass' } })
  await call('settings.set', { permissionMode: 'bypass', theme: 'dark' })
  await call('interaction.answer', {
    sessionId: 'ses_1',
    outcome: 'approved',
    remember: { scope: 'project' },
  })
  expect(told(rows.page('permissions', null, 10))).toEqual([
    ['interaction.answer', 'approved, project'],
    ['settings.set', 'permissionMode = bypass'],
    ['session.update', 'bypass'],
  ])
})

it('pages and filters', async () => {
  const { rows, told, call } = open({ 'vault.set': null, 'run.stop': null })
  for (const name of ['A', 'B', 'C']) await call('vault.set', { kind: 'secret', name, value: 'x' })
  await call('run.stop', { sessionId: 'ses_1', runId: 'run_1' })
  const first = rows.page('secrets', null, 2)
  const second = rows.page('secrets', first.at(-1)?.id ?? null, 2)
  expect([told(first), told(second), rows.count('secrets'), rows.count('runs'), rows.count(null)]).toEqual([
    [
      ['vault.set', 'C'],
      ['vault.set', 'B'],
    ],
    [['vault.set', 'A']],
    3,
    1,
    4,
  ])
})

it('keeps the newest 20,000 acts', () => {
  const { rows } = open({})
  const entry = {
    at: 1,
    call: 'run.stop',
    by: 'window',
    about: '',
    projectId: null,
    sessionId: null,
  } as const
  for (let added = 0; added < 21_000; added += 1) rows.add(entry)
  expect(rows.count(null)).toBe(20_000)
})
