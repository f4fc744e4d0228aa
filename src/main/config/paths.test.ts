import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homePaths, prepareHome, projectPaths } from './paths.ts'

describe('where things are', () => {
  it('is fixed under the home folder', () => {
    const home = resolve('/h')
    expect(
      Object.values(homePaths(home)).map((path) => path.slice(home.length).replaceAll('\\', '/')),
    ).toEqual([
      '',
      '/config.toml',
      '/AGENTS.md',
      '/agents',
      '/skills',
      '/commands',
      '/tools',
      '/hooks',
      '/output-styles',
      '/workflows',
      '/data',
      '/data/orrery.db',
      '/data/index.db',
      '/data/home.lock',
      '/data/home.holder.json',
      '/data/orrery.sock',
      '/data/callers',
      '/data/askpass',
      '/data/backups',
      '/data/restore',
      '/replaced',
      '/data/restored.json',
      '/data/backup-folders.json',
      '/data/vault.enc.json',
      '/data/scratch',
      '/data/task-worktrees',
      '/data/config.last-good.toml',
      '/data/project-settings',
      '/data/drafts',
      '/data/browser',
      '/data/tmp',
      '/data/caches',
      '/data/marks',
      '/data/jobs',
      '/data/mcp',
      '/plugins',
      '/plugins.lock.json',
      '/data/plugin-data',
      '/data/plugin-drafts',
      '/data/looks',
      '/blobs',
      '/logs',
      '/logs/main.log',
      '/logs/attach.log',
      '/logs/sessions',
    ])
    expect(projectPaths(home).config).toBe(join(home, '.orrery', 'config.toml'))
  })

  it('is made at the first start for the person alone, and left alone later', async () => {
    const root = await mkdtemp(join(tmpdir(), 'orrery-home-'))
    const paths = homePaths(join(root, 'new', 'home'))
    await prepareHome(paths)
    await prepareHome(paths)
    for (const folder of [paths.home, paths.data, paths.logs, paths.blobs, paths.agents]) {
      const found = await stat(folder)
      expect(found.isDirectory()).toBe(true)
      if (process.platform !== 'win32') expect(found.mode & 0o777).toBe(0o700)
    }
    await rm(root, { recursive: true })
  })
})
