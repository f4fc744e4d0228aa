import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Puts a `gh` of the test's own into a folder. Its pull request, checks and comments are in `state`. */
export const installGh = (bin: string) => installCli(bin, 'gh')

/** Puts a `glab` of the test's own into a folder. Its merge request, jobs and notes are in `state`. */
export const installGlab = (bin: string) => installCli(bin, 'glab')

function installCli(bin: string, name: 'gh' | 'glab') {
  mkdirSync(bin, { recursive: true })
  copyFileSync(`test/support/disk/fake-${name}.mjs`, join(bin, `${name}.mjs`))
  writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${join(bin, `${name}.mjs`)}" "$@"\n`)
  chmodSync(join(bin, name), 0o755)
  const read = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(bin, `${name}.state.json`), 'utf8'))
  const change = (changes: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(bin, `${name}.state.json`), JSON.stringify({ ...read(), ...changes }))
  const start = {
    signedIn: true,
    pull: null,
    checks: [],
    comments: [],
    lineComments: [],
    head: 'a'.repeat(40),
  }
  writeFileSync(join(bin, `${name}.state.json`), JSON.stringify(start))
  const calls = (): readonly { readonly args: readonly string[]; readonly cwd: string }[] =>
    existsSync(join(bin, `${name}.calls.jsonl`))
      ? readFileSync(join(bin, `${name}.calls.jsonl`), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return { read, change, calls }
}
