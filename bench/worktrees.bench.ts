import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openBenchApp } from './bench-app.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench } from './row.ts'

const ROUNDS = 3

/** A worktree of this repository with its packages, ready for an agent, beside a bare `git worktree add`. */
const worktrees: Bench = async ({ root, folder }) => {
  const app = await openBenchApp(folder, 'http://127.0.0.1:9')
  const to = app.projectPath
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })
  run('git', '-C', to, 'init', '-q', '-b', 'main')
  run('git', '-C', to, 'fetch', '-q', '--no-tags', '--depth', '1', `file://${root}`, 'HEAD')
  run('git', '-C', to, 'reset', '-q', '--hard', 'FETCH_HEAD')
  // Names of the same files: the bench measures the worktree, not a copy of all packages before it.
  const packages = join(root, 'node_modules')
  if (existsSync(packages)) run('cp', '-al', packages, join(to, 'node_modules'))
  const projectId = app.project.id
  await app.handlers['project.trust']({ projectId, trusted: true }, app.window)
  const beyond: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await timeOf(() =>
      run('git', '-C', to, 'worktree', 'add', '-q', '-b', `bare${round}`, join(folder, `bare${round}`)),
    )
    const asked = { projectId, name: `ours ${round}`, permissionMode: 'ask' as const }
    const ours = await timeOf(() => app.handlers['worktree.newChat'](asked, app.window))
    beyond.push((ours - bare) / 1_000)
  }
  const made = await app.handlers['worktree.list']({ projectId }, app.window)
  const bare = made.find(({ path }) => !existsSync(join(path, 'node_modules')))
  if (made.length !== ROUNDS || bare !== undefined) throw new Error('A worktree has no packages.')
  await app.close()
  return [atMost('worktree of this repository ready, beyond git worktree add', median(beyond), 's', 1)]
}
export default worktrees
