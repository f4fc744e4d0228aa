import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { SessionId } from '#shared/ids.ts'
import { MIGRATIONS } from '../../src/main/database/migrations.ts'
import { openDatabase } from '../../src/main/database/open-database.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { countingIds } from '../support/data/counting-ids.ts'
import { openTestLog } from '../support/data/open-log.ts'

/** Shipped steps, by the hash of their text. A line is added with each step and never changed. */
const SHIPPED: Readonly<Record<string, string>> = {
  '0001-log': '2fb252048dfd66fb8a2f1e4b10c70a1954efe39abec086bd60673c2456b01051',
  '0002-vault-projects': '105a7b8e409d307e62dfbe2fdcb06fd1d96629ae75ce0e31fcb414fd3c69b27f',
  '0003-workflows': 'adb190fa86afea0757d8f2f76fa7d88917b9c80e9be08727a0593df7c9582109',
  '0004-file-versions': 'e4fc3e20c8e5818f04b06ad8a574bc97246ee8c47e970e4c3aa08b074d95f170',
  '0005-session-files': 'd191df033984e232a02ba1cda26d651f85090f885da69a2d005649c624ee5e88',
  '0006-memory': '2bffdb75b50162062b42aedff14437e4edafc0919192d953ad7f5bb952d7f475',
  '0007-grants': '7d39590e93092214d58a6fccf74038cd6c5f9360a1121c3a4eab18c8ba860cab',
  '0008-session-notes': '329ed9f58f55900841e8efcd5839260561402e20e0ddc378cfae227bc981d565',
  '0009-teams': '5c09bfedd4317c355fdbbfeb61a1bdde80e5a7606a39c1a1423879be390ebfe3',
  '0010-knowledge': 'b3158adeceb30f71c663ba5887e5b4abadf1c53359be873b29792614f1688930',
  '0011-memory-stores': 'd95d1dcfc349ee0312046a63141b7fb752b0b7abf63979c650ec80e27d462e2e',
  '0012-memory-proposals': '022805a5f1c04ce2e9442fcca2c732c529126c06cb925167606330db575673b6',
  '0013-page-uses': 'a85d6446842a1ffbd53ce929570019c031fc08bb727439741f4631b58103c3df',
  '0014-team-limits': '01bcba09dcae6720489d973587c1ba8d70935bf5eb0a8bf799e19c4b6aa73854',
  '0015-memory-pairs': '81143764b3812c16b48b76bf97ecf142c54738fda972cf4ef711808cdb23e041',
  '0016-memory-left-out': 'b0921f5085b26233945f512c82a84462ae37cf254fa5f52651e99ed285f338b5',
  '0017-secret-uses': '830d13e1903b7536cb09aba33d73f9d4854bb1f9707065ed67cbd1aeb9b58227',
  '0018-blob-names': '731f1d9704c13797723a11c9ea88ccfb876189998e575da6e618d83d5093acbd',
  '0019-narrow-indexes': 'e0ee936760d16080e68122c5d15a37d8a176a82dc371dfb848c1ea9d69f90a54',
  '0020-model-requests': 'e663b4c0f0437a4498ac6179f1a28a33b77da9763df4770420ffce95e56806a2',
  '0021-mcp': 'dc5159267fd2bb40a9b960fef14ec668a0577987a3ce93f7825298fa71e68576',
  '0022-discarded-changes': 'aea0c341caf4280b795773b54a29c8590c04db8e5ffef3ff1ee9440d40e8e65d',
  '0023-session-jobs': 'bfdae823132224773d26cbdee8fb4e75ffc64055c42d84124eeb99423bc10bc7',
  '0024-mcp-messages': 'e7e8f17ca6c7ddb7ed4965ffc79fe1d972fa07997ab7741d90865df301fd8185',
  '0025-triggers': 'a5dd29f444688bdb4fa20b9bc5d5b226db596d41ad318fd260bd3e7acd9a6437',
  '0026-change-decisions': '4e70416187e42e4d1c10caaa67bdfbf47781b9a436d20abed3176d1f3d0038f2',
  '0027-cache-losses': '0f464ca6b4ecbd16a6759c19fcf11359674ebf0e08bd169a1c9b1bbc4e68e1f1',
  '0028-audit': '1a887c4551253b69673aa8c07e57128f2a6b70006c7ec9401595f736070664d7',
  '0029-mcp-sampling': 'c86c1eab8a9eebc97741d822c7b2d6ad1585da80bfe56d99867a6199bdfe341a',
  '0030-worktrees': 'dd78c69a7120e20a148fbee7c4211db9ede0fab35762672bd4c9a62616638a01',
  '0031-workflow-journal': '77e17c46ae2eb20b9f99ece8d0f87838f95093417edf83f2b6eb4295a8e73b7f',
  '0032-mcp-apps': '96d2550f70ab5444b9e8588b9b6c10bf24e58ea56857eb2643cf778032f02eda',
  '0033-mcp-skills': '3bd627940a0ae17b74c721f3a507aa9b6820e8cfb76bac17f837099239114ad6',
  '0034-pull-watches': '1e67866ba5150fc8a44f18d5e0aea96da100a8f168cdb3d3d955c89749aed2ff',
  '0035-model-keys': '7207c55fd67877df398f486ea9ac613ed5795e8475000e5d5767039bf2d49b0f',
  '0036-drop-run-checkpoints': '57a23c0139dff48d0396cea3549ae697117154b72a5016a9b23bd7ab0af2bf70',
  '0037-numbered-journals': '418f291cc306f5311b8d778fa4f8728dcde81495fbe95f47758df38b65ca43cb',
  '0038-mcp-folder-lists': 'd525a858fa82c10ee60d5df921bfdddd24858db058dc4494b27ceb44f564ef03',
}

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery migrations 中文 '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'orrery.db')
  const backups = join(folder, 'backups')
  const open = (migrations = MIGRATIONS) =>
    openDatabase({ file, backups, now: () => 1_700_000_000_000, logger: silentLogger, migrations })
  return { folder, file, backups, open }
}

const contentOf = (file: string) => {
  const db = new BetterSqlite3(file, { readonly: true })
  const tables = z
    .array(z.object({ name: z.string() }))
    .parse(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all())
  const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
  const version = db.pragma('user_version', { simple: true })
  db.close()
  return { version, rows }
}

describe('a shipped step', () => {
  it.each(Object.entries(SHIPPED))('%s is frozen', (name, hash) => {
    const step = MIGRATIONS.find((candidate) => candidate.name === name)
    const text = (step?.sql ?? '').replaceAll('\r\n', '\n')
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
  })

  it('stands at the place its number says', () => {
    expect(MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)))).toEqual(
      MIGRATIONS.map((_, index) => index + 1),
    )
    expect(Object.keys(SHIPPED)).toEqual(
      MIGRATIONS.slice(0, Object.keys(SHIPPED).length).map(({ name }) => name),
    )
  })

  it('makes strict tables only', () => {
    const { file, open } = home()
    const db = open()
    const loose = db
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .all()
    db.close()
    expect(existsSync(file)).toBe(true)
    expect(loose).toEqual([])
  })
})

describe('a database of version 2', () => {
  const SAVED = join(import.meta.dirname, 'version-2.sql')
  const SESSION = 'ses_00000001' as SessionId

  const restore = (file: string) => {
    const db = new BetterSqlite3(file)
    db.exec(readFileSync(SAVED, 'utf8'))
    db.close()
  }

  it('is opened, brought up to date, and says what it said', () => {
    const { file, backups, open } = home()
    restore(file)
    const db = open()
    const log = openTestLog({ after: { db, newId: countingIds() } })
    const { queue, runs, session } = log.store.folds(SESSION)

    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(session?.meta.title).toBe('修复 the tests')
    expect(Object.values(runs)).toMatchObject([{ status: 'completed', turns: 2 }])
    expect(queue).toMatchObject([{ text: 'And then lint', held: true }])
    expect(log.store.rebuild(SESSION)).toEqual(log.store.folds(SESSION))
    db.close()
    expect(readdirSync(backups)).toEqual(['orrery-v2-1700000000000.db'])
  })

  it('is kept as it was in the backups', () => {
    const { file, backups, open } = home()
    restore(file)
    const before = contentOf(file)
    open().close()
    expect(contentOf(join(backups, 'orrery-v2-1700000000000.db'))).toEqual(before)
  })

  it('is left as it was when a step fails', () => {
    const { file, open } = home()
    restore(file)
    const before = contentOf(file)
    const broken = [
      ...MIGRATIONS.slice(0, 2),
      { name: '0003-broken', sql: 'CREATE TABLE half (id TEXT) STRICT; nonsense;' },
    ]
    expect(() => open(broken)).toThrow('0003-broken')
    expect(contentOf(file)).toEqual(before)
  })

  it('is not touched when no copy of it can be kept', () => {
    const { file, backups, open } = home()
    restore(file)
    const before = contentOf(file)
    writeFileSync(backups, 'a file where the folder should be')
    expect(() => open()).toThrow(expect.objectContaining({ code: 'db.unavailable' }))
    expect(contentOf(file)).toEqual(before)
  })
})

it('a database of version 3 keeps its workflow runs and gets room for versions of files', () => {
  const { file, open } = home()
  const saved = new BetterSqlite3(file)
  saved.exec(readFileSync(join(import.meta.dirname, 'version-3.sql'), 'utf8'))
  saved.close()
  const db = open()
  const tables = [
    'events',
    'workflow_runs',
    'workflow_memo',
    'file_versions',
    'file_contents',
    'file_restores',
  ]
  const counts = tables.map((table) => db.prepare(`SELECT count(*) AS rows FROM ${table}`).pluck().get())
  expect([db.pragma('user_version', { simple: true }), counts]).toEqual([
    MIGRATIONS.length,
    [15, 1, 1, 0, 0, 0],
  ])
  const journal = db.prepare(
    'SELECT * FROM workflow_memo JOIN workflow_journals ON place / 16777216 = number',
  )
  expect(journal.all()).toEqual([
    {
      place: 16_777_217,
      entry: JSON.stringify({ value: 1, key: 'abc', nth: 0 }),
      event: null,
      number: 1,
      workflow_run_id: 'wfr_00000001',
    },
  ])
  db.close()
})

describe('a file that is not ours to open', () => {
  it('is refused and not changed when a newer version wrote it', () => {
    const { file, open, folder } = home()
    open().close()
    const db = new BetterSqlite3(file)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    db.close()
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)

    expect(() => open()).toThrow(expect.objectContaining({ code: 'db.newer' }))
    expect(readFileSync(file).equals(readFileSync(copy))).toBe(true)
  })

  it('is refused and not changed when it is no database', () => {
    const { file, open } = home()
    writeFileSync(file, 'Dear diary, today I was no database at all, and I am rather long. '.repeat(20))
    const before = readFileSync(file)
    expect(() => open()).toThrow(expect.objectContaining({ code: 'db.damaged' }))
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

it('a new file is brought up to date without a copy, and opened again as it is', () => {
  const { backups, open } = home()
  open().close()
  const db = open()
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  expect([
    db.pragma('journal_mode', { simple: true }),
    db.pragma('synchronous', { simple: true }),
    db.pragma('foreign_keys', { simple: true }),
  ]).toEqual(['wal', 2, 1])
  db.close()
  expect(existsSync(backups)).toBe(false)
})
