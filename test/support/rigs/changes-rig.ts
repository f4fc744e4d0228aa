import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { ChangeHunk, ChangeScope, FileChange } from '#shared/changes/changes.ts'
import type { CommitTrailer } from '#shared/config/choices.ts'
import { ProjectId, SessionId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { openDecisionRows } from '../../../src/main/changes/decisions/decision-rows.ts'
import { openDiscarded } from '../../../src/main/changes/discarded.ts'
import { type ChangesDeps, openChanges } from '../../../src/main/changes/open-changes.ts'
import type { ChatFile } from '../../../src/main/changes/scopes/chat-scope.ts'
import discardedTable from '../../../src/main/database/migrations/0022-discarded-changes.sql?raw'
import decisionTable from '../../../src/main/database/migrations/0026-change-decisions.sql?raw'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createRedactor } from '../../../src/main/lib/redact.ts'
import type { SideRequest } from '../../../src/main/log/model-requests.ts'
import { folderReader } from '../../../src/main/projects/folder-reader.ts'
import { createDrafts } from '../../../src/main/turn-setup/drafts/drafts.ts'
import { realGit } from '../disk/real-git.ts'
import { openTempFolder } from '../disk/temp-folder.ts'
import { draftWriter } from '../models/draft-writer.ts'

export const PROJECT = ProjectId.parse('prj_01234567890123456789')
export const CHAT = SessionId.parse('ses_01234567890123456789')

/** The repository and database of a review that ended. */
type Earlier = { readonly folder: string; readonly db: BetterSqlite3.Database }

/** A review of a real repository with one commit, and what its agent was told. */
export async function openChangesRig(earlier: Earlier | null = null) {
  const { signal } = new AbortController()
  const folder = earlier?.folder ?? (await openTempFolder('changes')).path
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (earlier === null) {
    git('init', '-q', '-b', 'main')
    git('config', 'user.name', 'A')
    git('config', 'user.email', 'a@b')
    git('config', 'commit.gpgsign', 'false')
  }
  const db = earlier?.db ?? new BetterSqlite3(':memory:')
  if (earlier === null) {
    db.exec(discardedTable)
    db.exec(decisionTable)
  }
  const state = {
    isRunning: false,
    chatFiles: [] as ChatFile[],
    trailer: 'none' as CommitTrailer,
    originOf: (async () => null) as ChangesDeps['originOf'],
  }
  const begun = new Map<string, string>()
  const told: { sessionId: SessionId; text: string; paths: readonly string[] }[] = []
  const project: Project = {
    id: PROJECT,
    path: folder,
    name: 'tide',
    lastOpenedAt: 0 as Project['lastOpenedAt'],
    missing: false,
    branch: 'main',
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
  }
  const drafting = { ...draftWriter(), recorded: [] as SideRequest[] }
  const changes = openChanges({
    git: realGit((await openTempFolder('changes')).path),
    reader: folderReader,
    join,
    id: randomUUID,
    now: Date.now,
    project: async () => project,
    discarded: openDiscarded(db),
    decisions: openDecisionRows(db),
    drafts: createDrafts({
      writerFor: async () => drafting.writer,
      record: (request) => void drafting.recorded.push(request),
      redact: createRedactor().text,
      payerOf: () => CHAT,
      newId: randomUUID,
      clock: systemClock,
    }),
    trailer: () => state.trailer,
    originOf: (path, lines) => state.originOf(path, lines),
    begun: {
      get: (key) => begun.get(key) ?? '',
      set: (key, text) => void begun.set(key, text),
    },
    chatFiles: async () => state.chatFiles,
    tellAgent: (sessionId, text, paths) => void told.push({ sessionId, text, paths }),
    isRunning: () => state.isRunning,
  })
  const asked = (scope: ChangeScope) => ({ scope, sessionId: CHAT })
  const list = (scope: ChangeScope = 'uncommitted') => changes.list(PROJECT, asked(scope), signal)
  const diff = async (path: string, scope: ChangeScope = 'uncommitted'): Promise<FileChange['content']> => {
    const request = { ...asked(scope), paths: [path], hideWhitespace: false }
    const [change] = await changes.diff(PROJECT, request, signal)
    if (change === undefined) throw new Error('no change')
    return change.content
  }
  const hunksOf = async (path: string, scope?: ChangeScope): Promise<readonly ChangeHunk[]> => {
    const content = await diff(path, scope)
    return content.kind === 'text' ? content.hunks : []
  }
  /** The parts of a call about one hunk of a file. */
  const part = async (path: string, at: number, scope?: ChangeScope, lines?: number[]) => {
    const hunk = (await hunksOf(path, scope))[at]
    if (hunk === undefined) throw new Error(`${path} has no hunk ${at}`)
    return [{ path, hunks: [hunk.id], ...(lines === undefined ? {} : { lines }) }]
  }
  return {
    drafting,
    folder,
    git,
    write,
    db,
    state,
    told,
    changes,
    signal,
    project,
    list,
    diff,
    hunksOf,
    part,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    names: async (scope?: ChangeScope) =>
      (await list(scope)).files.map(({ path, kind }) => `${kind} ${path}`),
    accept: async (path: string, at: number, scope: ChangeScope = 'uncommitted', lines?: number[]) =>
      changes.accept(PROJECT, { ...asked(scope), parts: await part(path, at, scope, lines) }, signal),
    reject: async (path: string, at: number, scope: ChangeScope = 'uncommitted', lines?: number[]) =>
      changes.reject(PROJECT, { ...asked(scope), parts: await part(path, at, scope, lines) }, signal),
    states: async (path: string, scope?: ChangeScope) =>
      (await hunksOf(path, scope)).map(({ review }) => review.state),
    undecide: (ids: readonly number[]) => changes.undecide(PROJECT, ids, signal),
    settle: () => changes.settle(PROJECT, signal),
    close: () => db.close(),
  }
}

export type ChangesRig = Awaited<ReturnType<typeof openChangesRig>>
